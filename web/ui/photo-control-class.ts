/** The round background of an icon on a photograph. */
export const photoControlClass =
  "grid size-9 place-items-center rounded-full bg-paper/90 text-ink backdrop-blur-sm transition-colors hover:bg-paper";
