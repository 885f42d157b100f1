import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import clsx from "clsx";
import { ArrowLeft, ArrowRight, Grip } from "lucide-react";
import type { ReactNode } from "react";
import { limits } from "#contract/limits.ts";
import { announce } from "#web/lib/announce.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { photoControlClass } from "#web/ui/photo-control-class.ts";

interface SortableListProps<Item extends { id: string }> {
  /** Of the list: 'Boards'. */
  label: string;
  className: string;
  items: Item[];
  /** How many items at the start keep their places. */
  fixedCount?: number;
  nameOf: (item: Item) => string;
  /** Puts one item before another, or at the end. */
  onMove: (id: string, before: string | null) => void;
  renderItem: (item: Item) => ReactNode;
}

/** The library would read out ids; `moveTo` says where an item ended. */
const nothing = () => undefined;
const silent: Announcements = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

/** A sortable list: items are dragged by pointer or moved one place at a time with arrow buttons. */
export function SortableList<Item extends { id: string }>(props: SortableListProps<Item>) {
  const { label, className, items, fixedCount = 0, nameOf, onMove, renderItem } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: limits.reorderDragPixels } }),
  );
  /** Moves the item at `from` to position `to`. */
  const moveTo = (from: number, to: number) => {
    const item = items[from];
    if (!item || Math.min(from, to) < fixedCount || to >= items.length || to === from) return;
    onMove(item.id, items[to > from ? to + 1 : to]?.id ?? null);
    announce(`${nameOf(item)} is now at place ${to + 1} of ${items.length}`);
  };
  const indexOf = (id: unknown) => items.findIndex((item) => item.id === id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) moveTo(indexOf(active.id), indexOf(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements: silent }}
    >
      <ul aria-label={label} className={className}>
        {items.map((item, index) => (
          <SortableItem
            key={item.id}
            id={item.id}
            name={nameOf(item)}
            isFixed={index < fixedCount}
            isFirst={index <= fixedCount}
            isLast={index === items.length - 1}
            onMove={(by) => moveTo(index, index + by)}
          >
            {renderItem(item)}
          </SortableItem>
        ))}
      </ul>
    </DndContext>
  );
}

interface SortableItemProps {
  id: string;
  name: string;
  isFixed: boolean;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
  children: ReactNode;
}

function SortableItem({ id, name, isFixed, isFirst, isLast, onMove, children }: SortableItemProps) {
  const { setNodeRef: setPlace, isOver } = useDroppable({ id, disabled: isFixed });
  const { setNodeRef: setItem, listeners, transform, isDragging } = useDraggable({ id, disabled: isFixed });
  const shift = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined;
  return (
    <li
      ref={setPlace}
      className={clsx("rounded-photo", isOver && !isDragging && "ring-2 ring-ink ring-offset-4 ring-offset-paper")}
    >
      <div ref={setItem} className={clsx("relative", isDragging && "z-10 opacity-80")} style={{ transform: shift }}>
        {children}
        <button
          type="button"
          {...listeners}
          tabIndex={-1}
          aria-hidden="true"
          disabled={isFixed}
          className="absolute top-1 left-1 grid size-11 cursor-grab touch-none place-items-center active:cursor-grabbing off:cursor-default off:opacity-40"
        >
          <span className={photoControlClass}>
            <Grip size={18} strokeWidth={1.5} />
          </span>
        </button>
        <div className="-mx-3 flex justify-between">
          <Arrow label={`Move ${name} forward`} isAtEnd={isFirst} onPress={() => onMove(-1)}>
            <ArrowLeft aria-hidden="true" size={18} strokeWidth={1.5} />
          </Arrow>
          <Arrow label={`Move ${name} back`} isAtEnd={isFixed || isLast} onPress={() => onMove(1)}>
            <ArrowRight aria-hidden="true" size={18} strokeWidth={1.5} />
          </Arrow>
        </div>
      </div>
    </li>
  );
}

interface ArrowProps {
  label: string;
  isAtEnd: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** aria-disabled at the ends, since `disabled` would lose the focus. */
function Arrow({ label, isAtEnd, onPress, children }: ArrowProps) {
  return (
    <IconButton
      label={label}
      aria-disabled={isAtEnd || undefined}
      onClick={isAtEnd ? undefined : onPress}
      className="off:opacity-40"
    >
      {children}
    </IconButton>
  );
}
