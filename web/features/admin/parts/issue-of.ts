/** What the server says about one field of a rejected form. */
export function issueOf(error: unknown, path: string): string | undefined {
  const { issues } = (error ?? {}) as { issues?: { path: string; message: string }[] };
  return issues?.find((issue) => issue.path === path)?.message;
}
