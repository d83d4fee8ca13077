import type { ShortcutName } from "#shared/screen/shortcuts.ts";

/** Keys of the board as they are shown; several are pressed one after another. */
const letters: Readonly<Record<ShortcutName, readonly string[]>> = {
  new_case: ["C"],
  search: ["/"],
  next: ["J"],
  previous: ["K"],
  open: ["Enter"],
  select: ["X"],
  assign: ["A"],
  unassign: ["U"],
  today: ["T"],
  zoom_in: ["+"],
  zoom_out: ["−"],
  earlier: ["["],
  later: ["]"],
  go_dispatch: ["G", "D"],
  go_cases: ["G", "C"],
  go_map: ["G", "M"],
  go_tours: ["G", "S"],
  go_messages: ["G", "K"],
};
export const lettersOf = (name: ShortcutName): readonly string[] => letters[name];

export interface ShortcutRow {
  /** Name of the message in `palette`, after `key_`. */
  readonly name: ShortcutName | "palette" | "sheet" | "close" | "arrows" | "extend" | "select_all" | "edges";
  readonly keys: readonly string[];
  /** The keys are pressed together and not one after another. */
  readonly isChord?: boolean;
}
const row = (name: ShortcutName): ShortcutRow => ({ name, keys: letters[name] });

/** Every shortcut, grouped by the task. */
export const shortcutGroups = {
  everywhere: [
    { name: "palette", keys: ["Ctrl", "K"], isChord: true },
    row("new_case"),
    row("search"),
    { name: "sheet", keys: ["?"] },
    { name: "close", keys: ["Esc"] },
  ],
  go: [row("go_dispatch"), row("go_cases"), row("go_map"), row("go_tours"), row("go_messages")],
  list: [
    row("next"),
    row("previous"),
    { name: "arrows", keys: ["↑", "↓"] },
    { name: "edges", keys: ["Home", "End"] },
    row("open"),
    row("select"),
    { name: "extend", keys: ["Shift", "↓"], isChord: true },
    { name: "select_all", keys: ["Ctrl", "A"], isChord: true },
    row("assign"),
    row("unassign"),
  ],
  timeline: [row("today"), row("zoom_in"), row("zoom_out"), row("earlier"), row("later")],
} as const satisfies Record<string, readonly ShortcutRow[]>;
export type ShortcutGroup = keyof typeof shortcutGroups;
