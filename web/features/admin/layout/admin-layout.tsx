import { Link, useLocation } from "@tanstack/react-router";
import clsx from "clsx";
import { Menu, PanelLeft, Search, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ScreenOutlet } from "#web/ui/screen-outlet.tsx";
import { adminEntries, isCurrentEntry } from "./admin-entries.ts";
import { CommandPalette } from "./command-palette.tsx";
import { ModalPanel } from "./modal-panel.tsx";
import { useShortcut } from "./use-shortcut.ts";
import { useSidebarState } from "./use-sidebar-state.ts";

/** The frame of the admin area: sidebar or drawer, header, palette, and the page. `identity` asks for a recent sign-in. */
export function AdminLayout({ identity }: { identity: ReactNode }) {
  const { isOpen, toggle } = useSidebarState();
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  useShortcut("k", () => setIsPaletteOpen(true));
  return (
    <div className="flex min-h-dvh">
      <aside
        aria-label="Admin"
        className={clsx(
          "sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line bg-surface md:flex",
          isOpen ? "w-60" : "w-16",
        )}
      >
        <Brand isOpen={isOpen} />
        <Entries isOpen={isOpen} />
      </aside>
      <div className="flex min-w-0 grow flex-col">
        <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-paper/95 px-3 backdrop-blur md:px-6">
          <IconButton label="Open menu" onClick={() => setIsDrawerOpen(true)} className="md:hidden">
            <Menu aria-hidden="true" size={20} strokeWidth={1.5} />
          </IconButton>
          <IconButton
            label={isOpen ? "Collapse sidebar" : "Expand sidebar"}
            onClick={toggle}
            className="max-md:hidden"
            title="Ctrl+B"
          >
            <PanelLeft aria-hidden="true" size={20} strokeWidth={1.5} />
          </IconButton>
          <p className="grow text-[min(1.125rem,6vw)] leading-tight font-semibold">Admin Dashboard</p>
          <button
            type="button"
            onClick={() => setIsPaletteOpen(true)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line px-4 text-fine text-muted hover:border-ink/40 hover:text-ink"
          >
            <Search aria-hidden="true" size={16} strokeWidth={1.5} />
            <span className="max-md:sr-only">Search</span>
            <kbd className="rounded border border-line px-1.5 text-fine max-md:hidden">Ctrl K</kbd>
          </button>
        </header>
        <main id="main" tabIndex={-1} className="min-w-0 grow px-4 py-6 outline-none md:px-6 lg:px-8">
          <div className="mx-auto w-full max-w-[100rem]">
            <ScreenOutlet />
          </div>
        </main>
      </div>
      <Drawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} />
      <CommandPalette isOpen={isPaletteOpen} onClose={() => setIsPaletteOpen(false)} />
      {identity}
    </div>
  );
}

function Brand({ isOpen }: { isOpen: boolean }) {
  return (
    <Link
      to="/"
      aria-label="Fash, home"
      className="flex h-14 items-center border-b border-line px-5 font-display text-title"
    >
      {isOpen ? "Fash" : "F"}
    </Link>
  );
}

function Entries({ isOpen, onNavigate }: { isOpen: boolean; onNavigate?: () => void }) {
  const path = useLocation({ select: (location) => location.pathname });
  return (
    <nav aria-label="Admin pages" className="flex grow flex-col gap-1 overflow-y-auto p-2">
      {adminEntries.map(({ label, to, icon: Icon }) => {
        const isCurrent = isCurrentEntry(to, path);
        return (
          <Link
            key={to}
            to={to}
            {...(onNavigate ? { onClick: onNavigate } : {})}
            aria-current={isCurrent ? "page" : undefined}
            title={isOpen ? undefined : label}
            className={clsx(
              "flex min-h-11 items-center gap-3 rounded-input px-3 text-body",
              isCurrent ? "bg-ink text-paper" : "hover:bg-ink/6",
            )}
          >
            <Icon aria-hidden="true" size={20} strokeWidth={1.5} className="shrink-0" />
            <span className={clsx("truncate", !isOpen && "sr-only")}>{label}</span>
          </Link>
        );
      })}
    </nav>
  );
}

/** The sidebar of phones, from the left. */
function Drawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <ModalPanel
      isOpen={isOpen}
      onClose={onClose}
      label="Admin menu"
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-surface p-0 text-ink"
    >
      <div className="flex h-full flex-col">
        <div className="flex h-14 items-center justify-between border-b border-line pr-2 pl-5">
          <span className="font-display text-title">Fash</span>
          <IconButton label="Close menu" onClick={onClose}>
            <X aria-hidden="true" size={20} strokeWidth={1.5} />
          </IconButton>
        </div>
        <Entries isOpen onNavigate={onClose} />
      </div>
    </ModalPanel>
  );
}
