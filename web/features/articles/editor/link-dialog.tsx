import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toHttpsLink } from "./https-link.ts";

/** Asks where the selected words lead. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const known = editor.getAttributes("link")["href"];
  const [address, setAddress] = useState(typeof known === "string" ? known : "");
  const [error, setError] = useState<string>();
  const finish = () => {
    onClose();
    // The dialog restores the earlier focus; then it moves to the text.
    setTimeout(() => editor.commands.focus());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const href = toHttpsLink(address);
    if (href === undefined) return setError("Enter a web address starting with https://");
    editor.chain().extendMarkRange("link").setMark("link", { href }).run();
    finish();
  };
  const remove = () => {
    editor.chain().extendMarkRange("link").unsetMark("link").run();
    finish();
  };
  return (
    <Dialog isOpen onClose={finish} title="Link" size="small">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Web address" error={error} hint="Only https links can be read safely.">
          {(control) => (
            <Input
              {...control}
              data-first-focus
              type="url"
              inputMode="url"
              placeholder="https://"
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          {known !== undefined && (
            <Button look="outline" onClick={remove}>
              Remove link
            </Button>
          )}
          <Button type="submit">{known === undefined ? "Add link" : "Change link"}</Button>
        </div>
      </form>
    </Dialog>
  );
}
