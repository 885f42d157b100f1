import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { iconButtonClass } from "#web/ui/icon-button.tsx";

/** On narrow screens: from a conversation back to the list. */
export function BackToThreads() {
  return (
    <Link to="/messages" search={{}} aria-label="All conversations" className={`${iconButtonClass} -ml-2 md:hidden!`}>
      <ArrowLeft aria-hidden="true" size={20} />
    </Link>
  );
}
