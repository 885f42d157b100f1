import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { forgetServedScreen, removeUnplacedScreen, startInParts } from "#web/lib/hydration/frame-parts.ts";
import { nextTask } from "#web/lib/next-task.ts";
import { keepInput } from "#web/lib/hydration/replaced-input.ts";

/**
 * Renders the app in place of what was served: a member's frame, or a feed with more pages than the server has rendered.
 *
 * @param isInParts The screen and its cards are rendered one after the other, each in a task of its own.
 * @returns when the pictures that were rendered first have loaded.
 */
export async function replacePage(container: HTMLElement, app: ReactNode, isInParts: boolean): Promise<void> {
  const endInput = keepInput(container);
  const rendered = isInParts ? startInParts(container) : undefined;
  createRoot(container).render(app);
  await nextTask();
  removeUnplacedScreen(container);
  await rendered;
  forgetServedScreen();
  endInput();
  const pictures = [...container.querySelectorAll<HTMLImageElement>("[fetchpriority=high]")];
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
}
