import type { ShortcutName } from "#shared/screen/shortcuts.ts";

/** Keys of the board as they are shown; several are pressed one after another. */
const shortcutLetters: Readonly<Record<ShortcutName, readonly string[]>> = {
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
export const keysOfShortcut = (name: ShortcutName): readonly string[] => shortcutLetters[name];

export interface ShortcutRow {
  /** Name of the message in `palette`, after `key_`. */
  readonly name: ShortcutName | "palette" | "sheet" | "close" | "arrows" | "extend" | "select_all" | "edges";
  readonly keys: readonly string[];
  /** The keys are pressed together and not one after another. */
  readonly isChord?: boolean;
}
const shortcutRow = (name: ShortcutName): ShortcutRow => ({ name, keys: shortcutLetters[name] });

/** Every shortcut, grouped by the task. */
export const shortcutGroups = {
  everywhere: [
    { name: "palette", keys: ["Ctrl", "K"], isChord: true },
    shortcutRow("new_case"),
    shortcutRow("search"),
    { name: "sheet", keys: ["?"] },
    { name: "close", keys: ["Esc"] },
  ],
  go: [
    shortcutRow("go_dispatch"),
    shortcutRow("go_cases"),
    shortcutRow("go_map"),
    shortcutRow("go_tours"),
    shortcutRow("go_messages"),
  ],
  list: [
    shortcutRow("next"),
    shortcutRow("previous"),
    { name: "arrows", keys: ["↑", "↓"] },
    { name: "edges", keys: ["Home", "End"] },
    shortcutRow("open"),
    shortcutRow("select"),
    { name: "extend", keys: ["Shift", "↓"], isChord: true },
    { name: "select_all", keys: ["Ctrl", "A"], isChord: true },
    shortcutRow("assign"),
    shortcutRow("unassign"),
  ],
  timeline: [
    shortcutRow("today"),
    shortcutRow("zoom_in"),
    shortcutRow("zoom_out"),
    shortcutRow("earlier"),
    shortcutRow("later"),
  ],
} as const satisfies Record<string, readonly ShortcutRow[]>;
export type ShortcutGroupName = keyof typeof shortcutGroups;
