import { type CSSProperties, type FocusEvent, useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { toast as sonnerToast, Toaster as SonnerToaster } from "sonner";
import { useTheme } from "#web/lib/use-theme.ts";
import { takeToasts, type ToastOptions } from "#web/lib/toast.ts";
import { expectTab, followFocus, leaveToast } from "./toast-focus.ts";
import "./toaster.css";
import { isToastInDialog, onToastsMoved, toastPortal } from "./toast-portal.ts";

interface ToasterProps {
  /** At the top of the page instead of above its navigation. */
  isOnTop: boolean;
  /** Whether the screen has the bar or dock; toasts are then shown above it. */
  hasNav: boolean;
}

const aboveBar = { bottom: "calc(5rem + env(safe-area-inset-bottom))" };
const aboveEdge = { bottom: "calc(0.75rem + env(safe-area-inset-bottom))" };
const aboveDock = { bottom: "6.75rem" };

/** As wide as the text needs, at any size. */
const style = { fontFamily: "inherit", "--width": "22.25rem" } as CSSProperties;

/** As many deletions as somebody makes while the first can be undone; more would not fit on a phone. */
const shownMax = 10;

/** Long enough to read the words and to reach the button. */
const withActionMs = 8_000;

/** Comments can be long, and a screen reader reads what is cut by styles. */
const nameCharsMax = 80;

/** How many toasts with an id have gone. One that is on its way out would take another one with the same id along. */
const gone = new Map<string, number>();
const shownIdOf = (id: string) => `${id} ${gone.get(id) ?? 0}`;

/** The same words again renew a toast instead of showing it twice. */
function show(kind: "success" | "error" | "info", text: string, options: ToastOptions = {}): void {
  const { action, name: wholeName = "", id = `${kind} ${text}`, ...rest } = options;
  const name = wholeName.length > nameCharsMax ? `${wholeName.slice(0, nameCharsMax).trimEnd()}…` : wholeName;
  const shownId = shownIdOf(id);
  const leave = () => shownIdOf(id) === shownId && gone.set(id, (gone.get(id) ?? 0) + 1);
  const description = name && <Name>{name}</Name>;
  const shared = { ...rest, id: shownId, description, onAutoClose: leave, onDismiss: leave };
  if (!action) return void sonnerToast[kind](text, shared);
  expectTab();
  const onClick = () => {
    leaveToast();
    action.onClick();
  };
  const label = name ? (
    <>
      {action.label} <span className="sr-only">{name}</span>
    </>
  ) : (
    action.label
  );
  sonnerToast[kind](text, { duration: withActionMs, ...shared, action: { label, onClick } });
}

const Name = ({ children }: { children: string }) => (
  <span dir="auto" className="block truncate text-fine font-normal opacity-70">
    {children}
  </span>
);

function dismiss(id: string): void {
  sonnerToast.dismiss(shownIdOf(id));
  gone.set(id, (gone.get(id) ?? 0) + 1);
}

/** Loaded with the first toast, see toast-host.tsx. Sonner's list is a polite live region. */
export function Toaster({ isOnTop: isOnTopOfPage, hasNav }: ToasterProps) {
  // A dialog has its buttons at the bottom, and on phones it begins below the toast.
  const isInDialog = useSyncExternalStore(onToastsMoved, isToastInDialog);
  const isOnTop = isOnTopOfPage || isInDialog;
  const { shown } = useTheme();
  useEffect(() => takeToasts(show, dismiss), []);
  useEffect(followFocus, []);
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    // A toast that is removed takes the focus along, and not every browser tells.
    const note = () => setFocused((was) => was && toastPortal().contains(document.activeElement));
    const observer = new MutationObserver(note);
    observer.observe(toastPortal(), { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget));
  return createPortal(
    // Sonner opens the stack for a mouse only, and a button behind the front ones would have the focus unseen.
    <div className="contents" onFocus={() => setFocused(true)} onBlur={onBlur}>
      <SonnerToaster
        expand={isFocused}
        theme={shown}
        position={isOnTop ? "top-center" : "bottom-center"}
        offset={isOnTop || !hasNav ? 16 : aboveDock}
        mobileOffset={isOnTop ? 12 : hasNav ? aboveBar : aboveEdge}
        style={style}
        visibleToasts={shownMax}
        gap={8}
        toastOptions={{
          unstyled: true,
          // The outline of a focused button is otherwise in the colour of the toast.
          actionButtonStyle: { outlineColor: "currentColor" },
          classNames: {
            toast:
              "flex items-center gap-3 w-full rounded-3xl border border-transparent bg-ink text-paper px-5 py-3 text-body font-medium shadow-lg shadow-black/10",
            error: "[&_[data-icon]]:text-[#ff8a75] dark:[&_[data-icon]]:text-[#b3261e]",
            icon: "shrink-0",
            content: "min-w-0 grow",
            actionButton: "-my-3 -mr-2 min-h-11 shrink-0 px-2 font-semibold underline underline-offset-4",
          },
        }}
      />
    </div>,
    toastPortal(),
  );
}
