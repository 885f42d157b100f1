import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import clsx from "clsx";
import { type KeyboardEvent, useState } from "react";
import { type Insertion, type Tool, toolGroups } from "./tools.ts";

const tools = toolGroups.flat();

interface ToolbarProps {
  editor: Editor;
  onInsert: (what: Insertion) => void;
  id: string;
}

/** One tab stop; arrow keys move between the tools, Escape returns to the text. */
export function Toolbar({ editor, onInsert, id }: ToolbarProps) {
  const [current, setCurrent] = useState(0);
  const states = useEditorState({
    editor,
    selector: () =>
      tools.map(({ isOn, canRun }) => ({ isOn: isOn?.(editor) ?? false, canRun: canRun?.(editor) ?? true })),
  });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") return void editor.commands.focus();
    const next = nextTool(event.key, current);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tools have the focus, one at a time
    <div
      id={id}
      role="toolbar"
      aria-label="Formatting"
      aria-controls="article-text"
      onKeyDown={move}
      className="-mx-4 flex gap-1.5 overflow-x-auto px-1 [scrollbar-width:none]"
    >
      {toolGroups.map((group) => (
        <div key={group[0]?.id} className="flex shrink-0 border-line not-last:border-r not-last:pr-1.5">
          {group.map((tool) => {
            const index = tools.indexOf(tool);
            const state = states?.[index] ?? { isOn: false, canRun: true };
            return (
              <ToolButton
                key={tool.id}
                tool={tool}
                isOn={state.isOn}
                canRun={state.canRun}
                isTabStop={index === current}
                onFocus={() => setCurrent(index)}
                onRun={() => tool.run(editor, onInsert)}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function nextTool(key: string, current: number): number | undefined {
  const last = tools.length - 1;
  if (key === "ArrowRight") return current === last ? 0 : current + 1;
  if (key === "ArrowLeft") return current === 0 ? last : current - 1;
  if (key === "Home") return 0;
  return key === "End" ? last : undefined;
}

interface ToolButtonProps {
  tool: Tool;
  isOn: boolean;
  canRun: boolean;
  isTabStop: boolean;
  onFocus: () => void;
  onRun: () => void;
}

function ToolButton({ tool, isOn, canRun, isTabStop, onFocus, onRun }: ToolButtonProps) {
  const { label, keys, Icon } = tool;
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-pressed={tool.isOn ? isOn : undefined}
      // Not `disabled`: arrow keys must reach it, and it explains why it does nothing.
      aria-disabled={!canRun || undefined}
      title={keys ? `${label} (${keys.replace("Control", "Ctrl")})` : label}
      tabIndex={isTabStop ? 0 : -1}
      // The text keeps its selection.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={onFocus}
      onClick={() => canRun && onRun()}
      className={clsx(
        "grid size-11 place-items-center rounded-input transition-colors duration-150 hover:bg-ink/6 off:opacity-40",
        isOn && "bg-ink! text-paper",
      )}
    >
      <Icon aria-hidden="true" size={19} strokeWidth={1.6} />
    </button>
  );
}
