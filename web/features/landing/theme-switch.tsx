import { setTheme, useTheme } from "#web/lib/use-theme.ts";
import { useHydrated } from "#web/lib/use-hydrated.ts";

/** For visitors, who have no settings. Only the browser knows the theme, so it is named once the page is hydrated. */
export function ThemeSwitch() {
  const { shown } = useTheme();
  const isDark = useHydrated() && shown === "dark";
  return (
    <p className="mt-16">
      <button
        type="button"
        onClick={() => setTheme(shown === "dark" ? "light" : "dark")}
        className="min-h-11 px-4 text-fine font-medium text-muted underline underline-offset-4 hover:text-ink"
      >
        {isDark ? "Use light colours" : "Use dark colours"}
      </button>
    </p>
  );
}
