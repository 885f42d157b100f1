import type { ColumnDef } from "@tanstack/react-table";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import { useMemo, useState } from "react";
import type { AdminOutfit } from "#contract/admin-content.ts";
import { adminContentQueries, type OutfitState, useSetCoverPick, useSetOutfits } from "#web/data/admin-content.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Picture } from "#web/ui/picture.tsx";
import { type ContentFilterProps, selectColumn, useContentFilter } from "./content-filter.tsx";
import { counted } from "#contract/counted.ts";
import { ContentList } from "./content-list.tsx";
import { MemberCell } from "#web/features/admin/parts/member-cell.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";

/** Outfits of all members or of one, with search, filter, and a toggle for one or several. */
export function OutfitsTable(props: ContentFilterProps) {
  const { query: filter, controls, selected, toggle, deselect } = useContentFilter<OutfitState>(props, outfitFilters);
  const [hiding, setHiding] = useState<string[]>([]);
  const query = useInfiniteQuery(adminContentQueries.outfits(filter));
  const show = useSetOutfits("active");
  const { mutate: showOutfits } = show;
  const { mutate: setCoverPick } = useSetCoverPick();
  const columns = useMemo(
    () =>
      outfitColumns({
        selected,
        onSelect: toggle,
        onHide: (id) => setHiding([id]),
        onShow: (id) => showOutfits({ ids: [id], reason: null }),
        onPick: (id, isPicked) => setCoverPick({ id, isPicked }),
      }),
    [selected, toggle, showOutfits, setCoverPick],
  );
  return (
    <>
      <ContentList
        label="Outfits"
        query={query}
        columns={columns}
        template="2.75rem minmax(0, 3fr) minmax(0, 2fr) 6rem 11rem"
        rowHeight={96}
        {...controls}
        bulk={
          <BulkButtons
            isShowing={show.isPending}
            onHide={() => setHiding([...selected])}
            onShow={() =>
              show.mutate({ ids: [...selected], reason: null }, { onSuccess: (_done, { ids }) => deselect(ids) })
            }
          />
        }
      />
      <HideDialog
        ids={hiding}
        onClose={() => setHiding([])}
        onDone={() => {
          setHiding([]);
          deselect(hiding);
        }}
      />
    </>
  );
}

interface BulkButtonsProps {
  isShowing: boolean;
  onHide: () => void;
  onShow: () => void;
}

/** What can be done with all selected outfits. */
function BulkButtons({ isShowing, onHide, onShow }: BulkButtonsProps) {
  return (
    <>
      <Button look="outline" size="small" onClick={onHide}>
        Hide
      </Button>
      <Button look="outline" size="small" isBusy={isShowing} onClick={onShow}>
        Show
      </Button>
    </>
  );
}

interface HideDialogProps {
  ids: string[];
  /** It was closed without hiding; the selection stays. */
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason that the owners read, and hides. */
function HideDialog({ ids, onClose, onDone }: HideDialogProps) {
  const hide = useSetOutfits("hidden");
  return (
    <ReasonDialog
      isOpen={ids.length > 0}
      onClose={onClose}
      title={ids.length === 1 ? "Hide this outfit?" : `Hide ${ids.length} outfits?`}
      hint="Only the owner and admins still see it. The owner reads the reason and can appeal."
      confirmLabel="Hide"
      isBusy={hide.isPending}
      onConfirm={(reason) => hide.mutate({ ids, reason }, { onSuccess: onDone })}
    />
  );
}

const outfitFilters = [
  { value: "", label: "All outfits" },
  { value: "active", label: "Active" },
  { value: "hidden", label: "Hidden" },
  { value: "cover", label: "Lead the covers" },
] as const;

interface ColumnActions {
  selected: ReadonlySet<string>;
  onSelect: (id: string) => void;
  onHide: (id: string) => void;
  onShow: (id: string) => void;
  onPick: (id: string, isPicked: boolean) => void;
}

function outfitColumns({
  selected,
  onSelect,
  onHide,
  onShow,
  onPick,
}: ColumnActions): ColumnDef<AdminOutfit, unknown>[] {
  return [
    selectColumn(selected, onSelect, (outfit) => `Select ${outfit.title}`),
    {
      id: "outfit",
      header: "Outfit",
      cell: ({ row: { original } }) => (
        <Link
          to="/outfit/$outfitId"
          params={{ outfitId: original.id }}
          className="flex min-w-0 items-center gap-3 hover:underline"
        >
          <span className="w-12 shrink-0 overflow-hidden rounded-input">
            <Picture picture={original.picture} alt="" sizes="48px" className="aspect-4/5! object-cover" />
          </span>
          <span className="min-w-0">
            <span className="block truncate font-medium">{original.title}</span>
            <span className="block text-fine text-muted">
              {[
                original.styleName,
                counted(original.likesCount, "like"),
                counted(original.commentsCount, "comment"),
              ].join(" · ")}
            </span>
          </span>
        </Link>
      ),
    },
    { id: "author", header: "Member", cell: ({ row }) => <MemberCell member={row.original.author} /> },
    {
      id: "state",
      header: "State",
      cell: ({ row }) => <State isActive={row.original.isActive} />,
    },
    {
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row: { original } }) => (
        <span className="flex items-center gap-1">
          <CoverToggle outfit={original} onPick={(isPicked) => onPick(original.id, isPicked)} />
          <Button
            look="outline"
            size="small"
            aria-label={`${original.isActive ? "Hide" : "Show"} ${original.title}`}
            onClick={() => (original.isActive ? onHide(original.id) : onShow(original.id))}
          >
            {original.isActive ? "Hide" : "Show"}
          </Button>
        </span>
      ),
    },
  ];
}

function State({ isActive }: { isActive: boolean }) {
  return (
    <span className={isActive ? "text-fine text-muted" : "text-fine font-medium text-danger"}>
      {isActive ? "Active" : "Hidden"}
    </span>
  );
}

/** A star, filled while the outfit leads the covers. */
function CoverToggle({ outfit, onPick }: { outfit: AdminOutfit; onPick: (isPicked: boolean) => void }) {
  const { isCoverPick, title } = outfit;
  return (
    <IconButton
      label={`Lead the covers: ${title}`}
      title="Lead the covers"
      aria-pressed={isCoverPick}
      onClick={() => onPick(!isCoverPick)}
    >
      <Star aria-hidden="true" size={20} strokeWidth={1.5} {...(isCoverPick && { fill: "currentColor" })} />
    </IconButton>
  );
}
