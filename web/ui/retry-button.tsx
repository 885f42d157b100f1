import type { ComponentProps } from "react";
import { Button } from "./button.tsx";

type RetryButtonProps = Omit<ComponentProps<typeof Button>, "ref">;

/** In place of what failed, and removed once that is loaded again; the focus stays in the section then. */
export function RetryButton({ children = "Try again", ...rest }: RetryButtonProps) {
  return (
    <Button ref={passFocusOn} {...rest}>
      {children}
    </Button>
  );
}

/** When the button is removed, moves its focus to what is around it, if that stays and nothing new takes the focus. */
function passFocusOn(button: HTMLElement | null) {
  return () => {
    if (document.activeElement !== button) return;
    const around = button?.closest<HTMLElement>("section, dialog, main");
    queueMicrotask(() => {
      const place = around?.isConnected ? around : document.getElementById("main");
      if (!place || document.activeElement !== document.body) return;
      place.tabIndex = -1;
      place.focus({ preventScroll: true });
    });
  };
}
