/** A drop of paper on a photograph, which an icon stands on. */
export const dropClass =
  "grid size-9 place-items-center rounded-full bg-paper/90 text-ink backdrop-blur-sm transition-colors hover:bg-paper";
