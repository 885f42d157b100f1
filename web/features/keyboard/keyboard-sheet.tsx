import { Dialog } from "#web/ui/dialog.tsx";
import { screens } from "./keyboard-shortcuts.ts";

const groups: { title: string; keys: { keys: readonly string[]; does: string }[] }[] = [
  { title: "Go to", keys: screens.map(({ key, name }) => ({ keys: ["G", key.toUpperCase()], does: name })) },
  {
    title: "Anywhere",
    keys: [
      { keys: ["/"], does: "Search" },
      { keys: ["N"], does: "Post an outfit" },
      { keys: ["Alt", "T"], does: "Latest notice" },
      { keys: ["?"], does: "This list" },
      { keys: ["Esc"], does: "Close a dialog" },
    ],
  },
  {
    title: "On an outfit",
    keys: [
      { keys: ["L"], does: "Like" },
      { keys: ["B"], does: "Save to closet" },
      { keys: ["C"], does: "Write a comment" },
      { keys: ["←", "→"], does: "Previous, next outfit" },
      { keys: ["←", "→"], does: "On its photos: previous and next photo" },
    ],
  },
  {
    title: "On Swipe",
    keys: [
      { keys: ["←"], does: "Pass" },
      { keys: ["→"], does: "Like" },
      { keys: ["Backspace"], does: "Undo the last swipe" },
    ],
  },
];

/** All keyboard shortcuts. */
export function KeyboardSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <div className="grid gap-6 md:grid-cols-2">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="small-caps mb-2 text-muted">{title}</h3>
            <dl>
              {keys.map(({ keys: pressed, does }) => (
                <div key={does} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1">
                  <dt>{does}</dt>
                  <dd className="flex gap-2">
                    {pressed.map((key) => (
                      <kbd key={key} className="min-w-11 rounded-input border border-line px-2 text-center">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
