import { limits } from "#contract/limits.ts";

interface CountBadgeProps {
  count: number;
  /** What is counted: 'unread messages'. */
  label: string;
}

/** '9+' above nine. */
export const toBadge = (count: number): string =>
  count > limits.notificationBadgeMax ? `${limits.notificationBadgeMax}+` : String(count);

/**
 * The count on an icon: '9+' above nine, nothing at zero. It grows with the text size as far as the icon has room.
 */
export function CountBadge({ count, label }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className="absolute -top-1.5 left-1/2 ml-1 grid h-[min(1.125rem,6vw)] min-w-[min(1.125rem,6vw)] place-items-center rounded-full bg-ink px-1 text-[min(0.6875rem,3.6vw)] leading-none font-semibold text-paper ring-2 ring-paper">
      <span aria-hidden="true">{toBadge(count)}</span>
      <span className="sr-only">{`, ${count} ${label}`}</span>
    </span>
  );
}
