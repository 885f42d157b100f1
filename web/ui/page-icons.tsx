import type { ReactNode } from "react";
import { SvgIcon, type SvgIconProps } from "./icons.tsx";

/**
 * The icons of the outfit page, a frequent first page: the runtime of lucide-react would cost too many bytes for so
 * few.
 */
const drawings = {
  arrowLeft: <path d="M19 12H5M12 19l-7-7 7-7" />,
  dots: <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="3" />,
  share: <path d="M12 15V3M7.5 7.5 12 3l4.5 4.5M5 12v8h14v-8" />,
  pencil: <path d="M4 20l1-4.5L16.5 4a2 2 0 0 1 3 0l.5.5a2 2 0 0 1 0 3L8.5 19zM14.5 6l3.5 3.5" />,
  verified: (
    <path d="m12 2.5 2.6 1.9 3.2.1 1 3 2.5 2-1 3 1 3-2.5 2-1 3-3.2.1L12 22.5l-2.6-1.9-3.2-.1-1-3-2.5-2 1-3-1-3 2.5-2 1-3 3.2-.1zM8.5 12.5l2.3 2.3 4.7-4.7" />
  ),
  eyeOff: (
    <path d="M3.5 3.5l17 17M10 5.7c6-.9 10 4.1 11 6.3-.5 1-1.3 2.4-2.6 3.6M6.5 7.2C4.6 8.6 3.5 10.6 3 12c1.3 3 5 7 11 5.9M9.9 10a3 3 0 0 0 4.2 4.2" />
  ),
} satisfies Record<string, ReactNode>;

interface PageIconProps extends SvgIconProps {
  name: keyof typeof drawings;
}

export function PageIcon({ name, ...look }: PageIconProps) {
  return <SvgIcon {...look}>{drawings[name]}</SvgIcon>;
}
