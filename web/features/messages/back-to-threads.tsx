import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { iconButtonClass } from "#web/ui/icon-button.tsx";

/** Where only one of the two shows: from a conversation back to all of them. */
export function BackToThreads() {
  return (
    <Link to="/messages" search={{}} aria-label="All conversations" className={`${iconButtonClass} md:hidden!`}>
      <ArrowLeft aria-hidden="true" size={20} />
    </Link>
  );
}
