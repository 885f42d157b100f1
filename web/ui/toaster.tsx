import { useEffect } from "react";
import { createPortal } from "react-dom";
import { Toaster as SonnerToaster, toast } from "sonner";
import { useTheme } from "#web/lib/theme.ts";
import { takeToasts } from "./notify.ts";
import { toastPlace } from "./toast-place.ts";

/** Loaded with the first toast, see toast-host.tsx. Sonner's list is a polite live region. */
export function Toaster() {
  const { shown } = useTheme();
  useEffect(() => takeToasts((kind, text, options) => toast[kind](text, options)), []);
  return createPortal(
    <SonnerToaster
      theme={shown}
      position="top-center"
      offset={16}
      mobileOffset={12}
      style={{ fontFamily: "inherit" }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex items-center gap-3 w-full rounded-full bg-ink text-paper px-5 py-3 text-body font-medium shadow-lg shadow-black/10",
          error: "[&_[data-icon]]:text-[#ff8a75] dark:[&_[data-icon]]:text-[#b3261e]",
          icon: "shrink-0",
        },
      }}
    />,
    toastPlace(),
  );
}
