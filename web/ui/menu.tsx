import clsx from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "./icon-button.tsx";

interface MenuItem {
  label: string;
  icon?: ReactNode;
  onChoose: () => void;
  isDangerous?: boolean;
}

interface MenuProps {
  /** Of the button: 'More actions'. */
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
}

/** A button with a short list of further deeds; arrows move, Escape closes and gives the focus back. */
export function Menu({ label, icon, items }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const menuId = useId();
  const wrapper = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!wrapper.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    wrapper.current?.querySelector("button")?.focus();
  };
  return (
    <div ref={wrapper} className="relative">
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {icon}
      </IconButton>
      {isOpen && <MenuList id={menuId} label={label} items={items} onClose={close} />}
    </div>
  );
}

interface MenuListProps extends Pick<MenuProps, "label" | "items"> {
  id: string;
  onClose: () => void;
}

function MenuList({ id, label, items, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus(), []);
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => moveInMenu(event, onClose)}
      className="absolute top-full right-0 z-40 mt-1 min-w-52 animate-[appear_0.15s_var(--ease-out)] rounded-2xl border border-line bg-surface p-1.5 shadow-xl shadow-black/5"
    >
      {items.map((item) => (
        <button
          key={item.label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose();
            item.onChoose();
          }}
          className={clsx(
            "flex min-h-11 w-full items-center gap-3 rounded-input px-3 text-left hover:bg-ink/6 focus:bg-ink/6 focus:outline-none",
            item.isDangerous && "text-danger",
          )}
        >
          {item.icon}
          {item.label}
        </button>
      ))}
    </div>
  );
}

function moveInMenu(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  if (event.key === "Escape" || event.key === "Tab") return close();
  const items = [...event.currentTarget.querySelectorAll("button")];
  const index = items.indexOf(document.activeElement as HTMLButtonElement);
  const moves: Record<string, number> = {
    ArrowDown: (index + 1) % items.length,
    ArrowUp: (index - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = moves[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}
