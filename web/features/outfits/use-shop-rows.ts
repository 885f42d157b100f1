import { type RefObject, useEffect, useEffectEvent } from "react";
import { itemOfRow } from "./item-spots.tsx";

/** Reports the item whose row in 'Shop this look' has the focus or is pressed; null once the focus is neither there nor at a mark. */
export function useShopRows(
  marks: RefObject<HTMLElement | null>,
  onRow: (itemId: string | null, isPressed: boolean) => void,
): void {
  const report = useEffectEvent(onRow);
  useEffect(() => {
    const point = ({ target }: Event) => {
      const id = itemOfRow(target);
      if (id !== null) report(id, false);
    };
    const leave = ({ target, relatedTarget: next }: FocusEvent) => {
      if (itemOfRow(target) === null || !(next instanceof Element)) return;
      if (itemOfRow(next) === null && !marks.current?.contains(next)) report(null, false);
    };
    const press = ({ target }: Event) => {
      const isButton = target instanceof Element && target.closest("button") !== null;
      const id = itemOfRow(target);
      if (id !== null) report(id, isButton);
    };
    document.addEventListener("focusin", point);
    document.addEventListener("focusout", leave);
    document.addEventListener("click", press);
    return () => {
      document.removeEventListener("focusin", point);
      document.removeEventListener("focusout", leave);
      document.removeEventListener("click", press);
    };
  }, [marks]);
}
