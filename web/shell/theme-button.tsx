import { setTheme, shownTheme } from "#web/lib/theme.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Icon } from "#web/ui/icons.tsx";

/** For visitors, who have no settings. */
export function ThemeButton({ className }: { className?: string }) {
  return (
    <IconButton
      label="Switch between light and dark"
      className={className}
      onClick={() => setTheme(shownTheme() === "dark" ? "light" : "dark")}
    >
      <Icon name="moon" />
    </IconButton>
  );
}
