import clsx from "clsx";
import { X } from "lucide-react";
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { IconButton } from "./icon-button.tsx";
import { showToastsIn } from "./toast-portal.ts";

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons under the content. */
  footer?: ReactNode;
  /** `small` for questions. */
  size?: "small" | "regular";
  /** Moves the open dialog from its usual place; returns what takes that back. */
  place?: ((dialog: HTMLDialogElement) => (() => void) | undefined) | undefined;
}

/**
 * The native modal dialog: it traps and restores the focus; a bottom sheet on phones. The focus starts at the control
 * marked `data-first-focus`, or at the first one.
 */
export function Dialog({ isOpen, onClose, title, children, footer, size = "regular", place }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    markScrollbar();
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => dialog.close();
  }, [isOpen]);
  useLayoutEffect(() => (isOpen && ref.current ? place?.(ref.current) : undefined), [isOpen, place]);
  // A layout effect, so that the toasts move out before the dialog is removed.
  useLayoutEffect(() => (isOpen && ref.current ? showToastsIn(ref.current) : undefined), [isOpen]);
  useLayoutEffect(() => {
    // A step that is replaced takes the focus with it; move it to the new title.
    if (isOpen && !ref.current?.contains(document.activeElement)) heading.current?.focus();
  }, [isOpen, title]);
  // What is dragged inside, a picture or a slider, may be let go on the backdrop.
  const pressed = useRef<EventTarget>(null);
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === ref.current && pressed.current === ref.current) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, too
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onPointerDown={(event) => (pressed.current = event.target)}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      // Chrome closes it at the third Escape in a row, even where `onClose` has kept it open.
      onClose={({ currentTarget: dialog }) => {
        if (isOpen && dialog.isConnected && !dialog.open) dialog.showModal();
      }}
      className={clsx(
        "m-auto mb-0 max-h-[92dvh] w-full max-w-none overflow-hidden rounded-t-3xl border border-line bg-paper p-0 text-ink open:animate-[appear_0.22s_var(--ease-out)] md:mb-auto md:rounded-3xl",
        size === "small" ? "md:max-w-md" : "md:max-w-xl",
      )}
    >
      {isOpen && (
        <div className="flex max-h-[calc(92dvh-2px)] flex-col pt-6">
          <div className="flex items-start justify-between gap-1 px-[min(1.5rem,7vw)]">
            <h2 ref={heading} id={titleId} tabIndex={-1} className="min-w-0 font-display text-title">
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose} className="-mt-2 -mr-2">
              <X aria-hidden="true" size={20} strokeWidth={1.5} />
            </IconButton>
          </div>
          <div className={clsx("mt-2 min-h-0 overflow-y-auto px-[min(1.5rem,7vw)]", footer === undefined && endClass)}>
            {children}
          </div>
          {footer !== undefined && (
            <div className={clsx("mt-6 flex flex-wrap justify-end gap-3 px-[min(1.5rem,7vw)]", endClass)}>{footer}</div>
          )}
        </div>
      )}
    </dialog>
  );
}

/** Marks whether the page has a scrollbar that takes room, unless another dialog has hidden it. */
function markScrollbar(): void {
  if (document.querySelector("dialog[open]")) return;
  const page = document.documentElement;
  page.toggleAttribute("data-has-scrollbar", innerWidth > page.clientWidth);
}

/** Inside the scroll container, so that a long list reaches the edge. */
const endClass = "pb-[calc(1.5rem+env(safe-area-inset-bottom))]";
