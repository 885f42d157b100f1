import { type ReactNode, useLayoutEffect, useRef } from "react";

interface ModalPanelProps {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  className: string;
  children: ReactNode;
}

/** The browser's own modal dialog without a frame; Escape and a press outside it close it. */
export function ModalPanel({ isOpen, onClose, label, className, children }: ModalPanelProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (!isOpen || !ref.current) return;
    const dialog = ref.current;
    dialog.showModal();
    return () => dialog.close();
  }, [isOpen]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, too
    <dialog
      ref={ref}
      aria-label={label}
      onCancel={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
      className={className}
    >
      {isOpen && children}
    </dialog>
  );
}
