// Runs before the first paint, so that the page never flashes in the other theme. Kept in step with web/lib/theme.ts.
(() => {
  let chosen = "light";
  try {
    chosen = localStorage.getItem("fash.theme") ?? "light";
    // The server sends everyone the visitor's first page: hide it from members while their own is loading.
    if (localStorage.getItem("fash.session") !== null) {
      document.documentElement.dataset.member = "";
      // Nor do its pictures come before the scripts: see web/main.tsx.
      for (const link of document.querySelectorAll("link[rel=later]")) link.rel = "modulepreload";
    }
  } catch {
    // Storage is disabled: keep the default.
  }
  const isDark = chosen === "dark" || (chosen === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  if (isDark) document.querySelector('meta[name="theme-color"]')?.setAttribute("content", "#100f0e");
})();
