import { z } from "zod";
import { readJson, writeItem } from "./storage.ts";

/**
 * Unsaved forms, one for each key, so that a reload or an expired session loses nothing. Kept in sessionStorage, never in
 * localStorage: they disappear with the tab and on sign-out.
 *
 * @see docs/security.md#s-29 and docs/security.md#s-30
 */
export function createFormDrafts<Fields, Key extends { basedOn: string | null }>(
  schema: z.ZodType<Fields>,
  nameOf: (key: Key) => string,
) {
  const Draft = z.object({
    /** When the object was last changed before this edit began; null for a new one. */
    basedOn: z.string().nullable(),
    fields: schema,
  });
  return {
    /**
     * The saved draft; null if there is none, it is invalid, or the object has changed since.
     *
     * @param isOwnChange Whether a change since came from this form.
     */
    read(key: Key, isOwnChange: (fields: Fields) => boolean = () => false): Fields | null {
      const { data: draft } = Draft.safeParse(readJson("session", nameOf(key)));
      return draft && (draft.basedOn === key.basedOn || isOwnChange(draft.fields)) ? draft.fields : null;
    },
    save(key: Key, fields: Fields): void {
      writeItem("session", nameOf(key), JSON.stringify({ basedOn: key.basedOn, fields }));
    },
    remove(key: Key): void {
      writeItem("session", nameOf(key), null);
    },
  };
}
