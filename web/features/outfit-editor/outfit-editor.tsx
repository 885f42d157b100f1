import type { ReactNode } from "react";
import { useFieldArray } from "react-hook-form";
import type { Named } from "#contract/member-names.ts";
import type { Outfit } from "#contract/outfits.ts";
import type { Style } from "#contract/styles.ts";
import type { SharedPhotos } from "#web/data/use-shared-photos.ts";
import { BrandHint } from "./brand-hint.tsx";
import type { Original } from "./check-outfit.ts";
import { Cover } from "./cover.tsx";
import { DetailsFields } from "./details-fields.tsx";
import type { DraftKey } from "./draft-store.ts";
import { showFirstError } from "./first-error.ts";
import { type ItemHelp, ItemHelpContext } from "./item-help.ts";
import { ItemsField } from "./items-field.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import type { OutfitFields } from "./outfit-form.ts";
import { PhotoCaption } from "./photo-caption.tsx";
import { PhotoColumn } from "./photo-column.tsx";
import { PhotoStrip } from "./photo-strip.tsx";
import { RestoredNote } from "./restored-note.tsx";
import { SubmitRow, toPhotoHint } from "./submit-row.tsx";
import { useCoverUpload, useNextCover, usePhotosFromElsewhere } from "./use-cover.ts";
import { type OutfitDetection, useDetection } from "./use-detection.ts";
import { useMorePhotos } from "./use-more-photos.ts";
import { isSame, type OutfitForm, useOutfitForm } from "./use-outfit-form.ts";
import { useSave } from "./use-save.ts";
import { useShare } from "./use-share.ts";
import type { ItemList } from "./use-suggestions.ts";

interface OutfitEditorProps {
  draftKey: DraftKey;
  initial: OutfitFields;
  /** Given when a posted outfit is changed. */
  original?: Original | undefined;
  styles: readonly Style[];
  author: Named & { avatarUrl: string | null };
  /** Starts with the photos that another app has shared, or says that they were lost on the way. */
  shared?: SharedPhotos | undefined;
  heading: string;
  /** Names of the form's three parts. */
  sections: readonly [photo: string, details: string, items: string];
  submitLabel: string;
  /** Why the button is off. */
  incompleteHint: string;
  /** Next to the button: what the post earns. */
  note?: ReactNode;
  /** Rejects when the server refuses; the form then stays as it is. */
  onSubmit: (fields: OutfitFields) => Promise<{ outfit: Outfit }>;
  /** Not called if the member has left meanwhile. */
  onDone: () => void;
}

export function OutfitEditor(props: OutfitEditorProps) {
  const { draftKey, initial, original, styles, author, sections, onSubmit, onDone } = props;
  const { form, isSent, keepDraft, endDraft, beginDraft, ...found } = useOutfitForm({ draftKey, initial, original });
  const upload = useCoverUpload(form);
  const list = useFieldArray({ control: form.control, name: "items" });
  const detection = useDetection({ form, list, styles, outfitId: draftKey.outfitId });
  const more = useMorePhotos(form);
  const share = useShare(props.shared);
  usePhotosFromElsewhere({ form, upload, more }, share);
  useNextCover(form, upload);
  const photoHint = toPhotoHint(upload, more);
  const hasUnsentPhotos = photoHint !== undefined;
  const send = useSave({ form, draftKey, endDraft, hasUnsentPhotos, onSubmit, onDone });
  const save = (fields: OutfitFields) => {
    // What it finds from now on would look like something typed while the outfit is sent.
    detection.cancel();
    return send(fields);
  };
  const startOver = () => {
    beginDraft();
    upload.cancel();
    more.cancelAll();
    form.reset(initial);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(save, showFirstError)(event)}
      aria-label={props.heading}
      className="lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-x-16 xl:gap-x-24"
    >
      <h1 className="font-display pt-4 pb-4 text-headline lg:col-span-2 lg:pt-8 lg:pb-8">{props.heading}</h1>
      <PhotoColumn form={form} label={sections[0]} hasSuggestions={detection.hasSuggestions}>
        <Cover form={form} upload={upload} more={more} detection={detection} styles={styles} share={share} />
        <PhotoStrip form={form} more={more} onCoverChange={upload.cancel} isCoverBusy={upload.isBusy} />
        <PhotoCaption form={form} styles={styles} author={author} />
      </PhotoColumn>
      <div className="@container lg:pb-16">
        <RestoredNote form={form} initial={initial} {...found} onStartOver={startOver}>
          <Section id="details" title={sections[1]}>
            <DetailsFields form={form} styles={styles} original={original} />
          </Section>
        </RestoredNote>
        <Section id="items" title={sections[2]} note="List what you're wearing. Empty items aren't saved.">
          <Items form={form} list={list} detection={detection} />
        </Section>
        <SubmitRow {...props} form={form} photoHint={photoHint} />
      </div>
      <LeaveDialog
        hasUnsavedWork={() => !isSame(form.getValues(), initial)}
        hasUnsentPhotos={hasUnsentPhotos}
        isSending={form.formState.isSubmitting}
        isSent={isSent}
        onKeep={keepDraft}
        onStartOver={startOver}
      />
    </form>
  );
}

interface ItemsProps {
  form: OutfitForm;
  list: ItemList;
  detection: OutfitDetection;
}

function Items({ form, list, detection }: ItemsProps) {
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
