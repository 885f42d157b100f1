import { type CSSProperties, lazy, type ReactNode, Suspense, type SyntheticEvent, useRef } from "react";
import { type FieldErrors, useFieldArray, useWatch } from "react-hook-form";
import type { Named } from "#contract/member-names.ts";
import type { Style } from "#contract/styles.ts";
import type { PictureUpload } from "#web/data/picture-upload.ts";
import type { SharedPhoto } from "#web/data/use-shared-photo.ts";
import { formToast } from "#web/lib/form-toast.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { BrandHint } from "./brand-hint.tsx";
import type { Original } from "./check-outfit.ts";
import { DetailsFields } from "./details-fields.tsx";
import type { DraftKey } from "./draft-store.ts";
import { type ItemHelp, ItemHelpContext } from "./item-help.ts";
import { ItemsField } from "./items-field.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { canBePosted, type OutfitFields } from "./outfit-form.ts";
import { PhotoCaption } from "./photo-caption.tsx";
import { PhotoMarks } from "./photo-marks.tsx";
import { PhotoField } from "./photo-field.tsx";
import { PhotoStrip } from "./photo-strip.tsx";
import { StepIndicator } from "./step-indicator.tsx";
import { type PhotoTargets, useCoverUpload, useNextCover, usePhotoFromElsewhere } from "./use-cover.ts";
import { type OutfitDetection, useDetection } from "./use-detection.ts";
import { type MorePhotos, useMorePhotos } from "./use-more-photos.ts";
import { isSame, type OutfitForm, showRefusal, useOutfitForm } from "./use-outfit-form.ts";
import type { ItemList } from "./use-suggestions.ts";

const DetectionPanel = lazy(async () => ({ default: (await import("./detection-panel.tsx")).DetectionPanel }));

interface OutfitEditorProps {
  draftKey: DraftKey;
  initial: OutfitFields;
  /** Given when a posted outfit is changed. */
  original?: Original | undefined;
  styles: readonly Style[];
  author: Named & { avatarUrl: string | null };
  /** Starts with the photo that another app has shared, or says that it was lost on the way. */
  shared?: SharedPhoto | undefined;
  heading: string;
  /** Names of the form's three parts. */
  sections: readonly [photo: string, details: string, items: string];
  submitLabel: string;
  /** Why the button is off. */
  incompleteHint: string;
  /** Next to the button: what the post earns. */
  note?: ReactNode;
  /** Rejects when the server refuses; the form then stays as it is. */
  onSubmit: (fields: OutfitFields) => Promise<unknown>;
  onDone: () => void;
}

export function OutfitEditor(props: OutfitEditorProps) {
  const { draftKey, initial, original, styles, author, sections, onSubmit, onDone } = props;
  const { form, wasRestored, deleteDraft } = useOutfitForm({ draftKey, initial, original });
  const upload = useCoverUpload(form);
  const list = useFieldArray({ control: form.control, name: "items" });
  const detection = useDetection({ form, list, styles, outfitId: draftKey.outfitId });
  const more = useMorePhotos(form);
  usePhotoFromElsewhere(props.shared === "photo", { form, upload, more });
  useNextCover(form, upload);
  const isFree = useRef(false);
  const isSending = () => upload.state.status === "sending" || more.upload.state.status === "sending";
  const save = async (fields: OutfitFields) => {
    try {
      await onSubmit(fields);
    } catch (error) {
      return showRefusal(form, error);
    }
    isFree.current = true;
    deleteDraft();
    onDone();
  };
  const startOver = () => {
    upload.cancel();
    more.cancelAll();
    form.reset(initial);
  };
  const submit = (event: SyntheticEvent) => void form.handleSubmit(save, showFirstError)(event);

  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={props.heading}
      className="lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-x-16 xl:gap-x-24"
    >
      <h1 className="font-display pt-4 pb-4 text-headline lg:col-span-2 lg:pt-8 lg:pb-8">{props.heading}</h1>
      <PhotoColumn form={form} label={sections[0]} hasSuggestions={detection.hasSuggestions}>
        <Cover form={form} upload={upload} more={more} detection={detection} styles={styles} shared={props.shared} />
        <PhotoStrip form={form} more={more} onCoverChange={upload.cancel} isBusy={isSending()} />
        <PhotoCaption form={form} styles={styles} author={author} />
      </PhotoColumn>
      <div className="@container lg:pb-16">
        {wasRestored && <RestoredNote form={form} initial={initial} onStartOver={startOver} />}
        <Section id="details" title={sections[1]}>
          <DetailsFields form={form} styles={styles} original={original} />
        </Section>
        <Section id="items" title={sections[2]} note="List what you're wearing. Empty items aren't saved.">
          <Items form={form} list={list} detection={detection} />
        </Section>
        <SubmitRow {...props} form={form} photoHint={toPhotoHint(upload, more)} />
      </div>
      <LeaveDialog
        hasUnsavedWork={() => isSending() || !isSame(form.getValues(), initial)}
        isFree={isFree}
        isReloadCostly={isSending}
        onDiscard={startOver}
      />
    </form>
  );
}

interface DetectionProps {
  form: OutfitForm;
  detection: OutfitDetection;
}

interface CoverProps extends DetectionProps, PhotoTargets, Pick<OutfitEditorProps, "styles" | "shared"> {}

/** The cover, and what detection makes of it once it is there. */
function Cover({ form, detection, upload, more, styles, shared }: CoverProps) {
  const hasImage = useWatch({ control: form.control, compute: ({ image }) => image !== null });
  return (
    <>
      {shared === "lost" && !hasImage && (
        <p className="mb-3 text-fine">We couldn't get the shared photo. Please choose it here.</p>
      )}
      <PhotoField form={form} upload={upload} marks={<PhotoMarks detection={detection} />} onMore={more.add} />
      {hasImage && isSettled(upload) && (
        <Suspense fallback={<Room height="4.5rem" />}>
          <DetectionPanel form={form} detection={detection} styles={styles} />
        </Suspense>
      )}
      {!hasImage && upload.state.status === "sending" && <Room height="8.5rem" />}
    </>
  );
}

/** Of what appears under a photo once it is there: the fields below must not move while somebody fills them in. */
function Room({ height }: { height: string }) {
  return <div aria-hidden="true" className="mt-3" style={{ height }} />;
}

function Items({ form, list, detection }: DetectionProps & { list: ItemList }) {
  return (
    <ItemHelpContext value={toItemHelp(detection)}>
      <BrandHint form={form} detection={detection} className="mb-4" />
      <ItemsField form={form} list={list} />
    </ItemHelpContext>
  );
}

function toItemHelp({ isOpen, help, boxOf, point, keepDismissed }: OutfitDetection): ItemHelp {
  return {
    isSuggested: isOpen,
    outline: (item) => point(item && boxOf(item)),
    keepDismissed,
    brands: help?.brands ?? [],
  };
}

interface PhotoColumnProps {
  form: OutfitForm;
  label: string;
  hasSuggestions: boolean;
  children: ReactNode;
}

/**
 * Suggestions and further photos may need more height than there is between the top bar and the dock; the photo leaves them some of
 * it. Before the page is scrolled, the column begins lower, so it ends with room for the dock. On phones the wrapper has no box.
 */
const scrollingStyle = {
  maxHeight: "calc(100dvh - 11.5rem)",
  paddingBottom: "6.5rem",
  overflowY: "auto",
  scrollbarWidth: "thin",
  // Fades where it goes on.
  maskImage: "linear-gradient(to top, transparent, black 2rem)",
  "--beside-photo": "27rem",
} as CSSProperties;

/** On phones the wrapper is `display: contents`, so that the steps stay in view along the whole form. */
function PhotoColumn({ form, label, hasSuggestions, children }: PhotoColumnProps) {
  const hasMore = useWatch({ control: form.control, compute: ({ morePhotos }) => morePhotos.length > 0 });
  const isTall = hasMore || hasSuggestions;
  return (
    <div className="contents lg:sticky lg:top-20 lg:block lg:self-start" style={isTall ? scrollingStyle : undefined}>
      <div className="sticky top-14 z-10 -mx-4 bg-paper/95 px-4 py-2 backdrop-blur-lg md:top-16 md:-mx-6 md:px-6 lg:static lg:mx-0 lg:px-0">
        <StepIndicator form={form} />
      </div>
      <section id="upload" tabIndex={-1} aria-label={label} className="@container scroll-mt-16 pt-3 outline-none">
        {children}
      </section>
    </div>
  );
}

function showFirstError(errors: FieldErrors<OutfitFields>): void {
  const message = firstMessage(errors);
  if (message !== undefined) toast.error(message, formToast);
}

/** The first error in the order of the form, docs/product.md#texts. */
function firstMessage(errors: FieldErrors<OutfitFields>): string | undefined {
  const { image, title, description, styleId, tags, altText, morePhotos, items } = errors;
  const single = [image, title, description, styleId, tags, altText].find((error) => error?.message);
  if (single?.message) return single.message;
  const photos = (Array.isArray(morePhotos) ? morePhotos : []).flatMap((photo) => [photo?.id, photo?.altText]);
  const ofPhoto = morePhotos?.message ?? photos.find((error) => error?.message)?.message;
  if (ofPhoto) return ofPhoto;
  const cards = Array.isArray(items) ? items : [];
  const fields = cards.flatMap((card) => [card?.category, card?.brand, card?.productName, card?.productUrl]);
  return fields.find((error) => error?.message)?.message ?? items?.message;
}

interface SectionProps {
  id: string;
  title: string;
  note?: string;
  children: ReactNode;
}

function Section({ id, title, note, children }: SectionProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-12 border-t border-line py-8 outline-none first:border-t-0 lg:scroll-mt-4 lg:first:pt-2"
    >
      <h2 id={`${id}-title`} className="font-display text-title">
        {title}
      </h2>
      {note !== undefined && <p className="mt-1 text-muted">{note}</p>}
      <div className="mt-6">{children}</div>
    </section>
  );
}

interface RestoredNoteProps {
  form: OutfitForm;
  initial: OutfitFields;
  onStartOver: () => void;
}

/** After a reload: explains why the form is not empty, and offers to start over. */
function RestoredNote({ form, initial, onStartOver }: RestoredNoteProps) {
  const isUntouched = useWatch({ control: form.control, compute: (fields) => isSame(fields, initial) });
  if (isUntouched) return null;
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-input border border-line px-4 py-2 lg:mt-0 lg:mb-6">
      <p className="text-fine">We saved your draft.</p>
      <Button look="quiet" size="small" className="-mr-3" onClick={onStartOver}>
        Start over
      </Button>
    </div>
  );
}

interface SubmitRowProps extends Pick<OutfitEditorProps, "submitLabel" | "incompleteHint" | "note"> {
  form: OutfitForm;
  /** Why a photo holds the post back. */
  photoHint: string | undefined;
}

const isSettled = ({ state }: PictureUpload) => state.status === "idle" || state.status === "done";

function toPhotoHint(upload: PictureUpload, more: MorePhotos): string | undefined {
  const hasFailed = [upload, more.upload].some(({ state }) => state.status === "failed");
  if (hasFailed) return "A photo failed to upload. Try again or leave it out.";
  return isSettled(upload) && more.isIdle ? undefined : "Your photo is still uploading.";
}

function SubmitRow({ form, photoHint, submitLabel, incompleteHint, note }: SubmitRowProps) {
  const isWhole = useWatch({ control: form.control, compute: canBePosted });
  const isReady = isWhole && photoHint === undefined;
  return (
    <div className="flex flex-col gap-3 border-t border-line py-8 md:flex-row md:items-center md:justify-between">
      <div id="submit-hint" className="text-fine text-muted md:max-w-xs">
        {!isReady && <p>{isWhole ? photoHint : incompleteHint}</p>}
        {note !== undefined && <p>{note}</p>}
      </div>
      <Button
        type="submit"
        look="primary"
        size="large"
        disabled={!isReady}
        isBusy={form.formState.isSubmitting}
        aria-describedby="submit-hint"
        className="w-full md:w-auto"
      >
        {submitLabel}
      </Button>
    </div>
  );
}
