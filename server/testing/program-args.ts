/**
 * The arguments with which Node runs a program of the server: its sources or, under `npm test`, what that has just built, which
 * starts in half of the time.
 */
export function programArgs(name: "main" | "admin-cli"): string[] {
  if (process.env["TEST_BUILD"] === "1") return ["--enable-source-maps", `dist/server/${name}.js`];
  return ["--conditions=source", "--import", "tsx", `server/${name}.ts`];
}
