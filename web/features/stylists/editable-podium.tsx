import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import clsx from "clsx";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { limits } from "#contract/limits.ts";
import { fullNameOf } from "#contract/member-names.ts";
import type { Author } from "#contract/page.ts";
import { type Slots, swapSlots } from "#web/data/stylist-slots.ts";
import { useTopStylistChanges } from "#web/data/stylists.ts";
import { toast } from "#web/lib/toast.ts";
import { dragAnnouncements, moveBetweenSlots } from "./drag-by-keyboard.ts";
import { Podium, Stand } from "./podium.tsx";
import { StylistSearchDialog } from "./stylist-search-dialog.tsx";
import { useSlotFocus } from "./use-slot-focus.ts";

/** On pictures that do not grow with the text, neither does the button. */
const targetPx = 44;
const discPx = 24;

function nameAt(slots: Slots, position: string | number): string {
  const stylist = slots[Number(position) - 1];
  return stylist ? fullNameOf(stylist) : "";
}

/** One's own Top 3: dragged by pointer, or picked up with Space and moved with the arrow keys. */
export function EditablePodium({ username, slots }: { username: string; slots: Slots }) {
  const { add, remove, reorder } = useTopStylistChanges(username);
  const [openSpot, setOpenSpot] = useState<number | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: limits.reorderDragPixels } }),
    useSensor(KeyboardSensor, { coordinateGetter: moveBetweenSlots }),
  );
  const { podium, focusSlot, expectChange } = useSlotFocus(slots);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return;
    const position = Number(over.id);
    expectChange(position);
    reorder.mutate(swapSlots(slots, Number(active.id), position));
    // The moved stylist keeps the focus.
    focusSlot(position);
  };
  const choose = (stylist: Author) => {
    // The search stays open for another one.
    if (slots.some((known) => known?.id === stylist.id)) return toast.error("This user is already in your top 3!");
    if (openSpot !== null) {
      expectChange(openSpot);
      add.mutate({ position: openSpot, stylist }, { onError: () => expectChange(openSpot) });
    }
    setOpenSpot(null);
  };
  const clear = (position: number, stylist: Author) => {
    expectChange(position);
    remove.mutate({ position, stylist }, { onError: () => expectChange(position) });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ ...dragAnnouncements((position) => nameAt(slots, position)), restoreFocus: false }}
    >
      <div ref={podium}>
        <Podium
          slots={slots}
          renderPlace={({ position, stylist, avatar }) => (
            <Slot position={position}>
              {stylist ? (
                <MovableStylist
                  stylist={stylist}
                  position={position}
                  size={avatar}
                  onRemove={() => clear(position, stylist)}
                />
              ) : (
                <EmptySlot position={position} size={avatar} onOpen={setOpenSpot} />
              )}
            </Slot>
          )}
          renderEmpty={() => <span className="text-fine text-muted">Add</span>}
        />
      </div>
      <StylistSearchDialog position={openSpot} onChoose={choose} onClose={() => setOpenSpot(null)} />
    </DndContext>
  );
}

function Slot({ position, children }: { position: number; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id: String(position) });
  return (
    <div
      ref={setNodeRef}
      data-spot={position}
      className={clsx("rounded-full p-1.5 transition-colors duration-150", isOver && "bg-ink/8")}
    >
      {children}
    </div>
  );
}

function EmptySlot({ position, size, onOpen }: { position: number; size: number; onOpen: (position: number) => void }) {
  return (
    <button
      type="button"
      aria-label={`Add to Spot #${position}`}
      onClick={() => onOpen(position)}
      className="grid place-items-center rounded-full border border-dashed border-ink/35 text-muted transition-colors duration-150 hover:border-ink hover:text-ink"
      style={{ width: size, height: size }}
    >
      <Plus aria-hidden="true" size={22} strokeWidth={1.5} />
    </button>
  );
}

interface MovableStylistProps {
  stylist: Author;
  position: number;
  size: number;
  onRemove: () => void;
}

function MovableStylist({ stylist, position, size, onRemove }: MovableStylistProps) {
  const { setNodeRef, listeners, attributes, transform, isDragging } = useDraggable({ id: String(position) });
  const shift = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0) scale(1.06)` : undefined;
  return (
    <div className={clsx("relative", isDragging && "z-10")}>
      <button
        {...attributes}
        {...listeners}
        ref={setNodeRef}
        type="button"
        aria-label={`Move ${fullNameOf(stylist)}, spot ${position}`}
        className="block cursor-grab touch-none rounded-full active:cursor-grabbing"
        style={{ transform: shift }}
      >
        <Stand stylist={stylist} size={size} />
      </button>
      {!isDragging && (
        <button
          type="button"
          aria-label={`Remove ${fullNameOf(stylist)} from spot ${position}`}
          onClick={onRemove}
          className="absolute grid place-items-center rounded-full"
          style={{ width: targetPx, height: targetPx, top: -10, right: -14 }}
        >
          <span
            style={{ width: discPx, height: discPx }}
            className="grid place-items-center rounded-full border border-line bg-paper text-muted transition-colors hover:border-ink hover:text-ink"
          >
            <X aria-hidden="true" size={13} strokeWidth={2} />
          </span>
        </button>
      )}
    </div>
  );
}
