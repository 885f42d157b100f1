import type { ReactNode } from "react";

/**
 * The icons of the first load, on a 24 px grid. Later screens use lucide-react, whose runtime would cost too many bytes
 * here.
 */
const drawings = {
  home: <path d="M4 10.5 12 4l8 6.5V20h-5.5v-6h-5v6H4z" />,
  compass: <path d="M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM15.5 8.5l-2 5-5 2 2-5z" />,
  bubble: (
    <path d="M12 4c5 0 9 3.4 9 7.7s-4 7.7-9 7.7c-1.3 0-2.6-.2-3.7-.7L4 20l1.1-3.6A7.3 7.3 0 0 1 3 11.7C3 7.4 7 4 12 4z" />
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  shapes: (
    <path d="M8 3.5 12 10H4zM17 4a3.3 3.3 0 1 1 0 6.6A3.3 3.3 0 0 1 17 4zM4.5 14h6v6h-6zM17 13.5l3.5 3.5-3.5 3.5-3.5-3.5z" />
  ),
  deck: (
    <path d="M6 11h12a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 18 20H6a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 6 11zM6.5 7.5h11M8.5 4h7" />
  ),
  person: <path d="M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.6-3.6 3.7-5.5 7.5-5.5s6.9 1.9 7.5 5.5" />,
  bell: (
    <path d="M12 4c3.5 0 5.5 2.5 5.5 6 0 4 2 5 2 6.5h-15c0-1.5 2-2.5 2-6.5 0-3.5 2-6 5.5-6zM10 19.5c.8 1 3.2 1 4 0" />
  ),
  search: <path d="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4.5 4.5" />,
  sliders: (
    <path d="M3.5 7H13M18 7h2.5M15.5 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM3.5 17H6M11 17h9.5M8.5 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z" />
  ),
  cross: <path d="M6 6l12 12M18 6 6 18" />,
  bookmark: <path d="M6.5 4h11v16L12 16l-5.5 4z" />,
  pause: <path d="M9 5v14M15 5v14" />,
  play: <path d="M8 5v14l11-7z" />,
  camera: <path d="M4 8h4l1-2h6l1 2h4v11H4zM12 10a3 3 0 1 1 0 6 3 3 0 0 1 0-6z" />,
  moon: <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4 7 7 0 0 0 20 14.5z" />,
  arrowOut: <path d="M7 17 17 7M8.5 7H17v8.5" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof drawings;

export interface SvgIconProps {
  size?: number;
  strokeWidth?: number;
  isFilled?: boolean;
  className?: string;
}

interface IconProps extends SvgIconProps {
  name: IconName;
}

export function Icon({ name, ...look }: IconProps) {
  return <SvgIcon {...look}>{drawings[name]}</SvgIcon>;
}

interface PaperProps extends SvgIconProps {
  children: ReactNode;
}

/** Decorative: the control around it has the accessible name. */
export function SvgIcon({ size = 20, strokeWidth = 1.5, isFilled = false, className, children }: PaperProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFilled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      {children}
    </svg>
  );
}
