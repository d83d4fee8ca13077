import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { changePreferences, type Preferences } from "#shared/state/preferences.ts";
import { type ShortcutName, shortcutEmitter } from "#shared/screen/shortcuts.ts";
import { keysOfShortcut } from "./shortcut-keys.ts";

/** Context of the board in which commands run. */
export interface PaletteCommandContext {
  readonly preferences: Preferences;
  readonly language: "de" | "en";
  readonly onLayer: (layer: "sheet" | "messages" | "sessions" | "time_export" | null) => void;
  readonly onView: ChangeBoardView;
  readonly onSignOut: () => void;
}
interface PaletteCommand {
  /** Grant that the command needs; without one it is offered to all users. */
  readonly grant?: string;
  readonly keys?: readonly string[];
  /** Whether the command would change nothing, so that it is left out. */
  readonly isIdle?: (context: PaletteCommandContext) => boolean;
  readonly run: (context: PaletteCommandContext) => void;
}

const goToCommand = (name: ShortcutName): PaletteCommand => ({
  keys: keysOfShortcut(name),
  run: () => shortcutEmitter.emit(name),
});
const showTabCommand = (tab: "open" | "running" | "planned" | "all"): PaletteCommand => ({
  run: ({ onView }) => onView({ tab }),
});
const schemeCommand = (wanted: Preferences["scheme"]): PaletteCommand => ({
  isIdle: ({ preferences }) => preferences.scheme === wanted,
  run: () => changePreferences({ scheme: wanted }),
});
const densityCommand = (wanted: Preferences["density"]): PaletteCommand => ({
  isIdle: ({ preferences }) => preferences.density === wanted,
  run: () => changePreferences({ density: wanted }),
});
const languageCommand = (wanted: "de" | "en"): PaletteCommand => ({
  isIdle: (context) => context.language === wanted,
  run: () => changePreferences({ language: wanted }),
});

const paletteCommands = {
  new_case: { grant: "createCase", keys: keysOfShortcut("new_case"), run: ({ onView }) => onView({ form: "new" }) },
  show_open: showTabCommand("open"),
  show_running: showTabCommand("running"),
  show_planned: showTabCommand("planned"),
  show_all: showTabCommand("all"),
  search_cases: goToCommand("search"),
  clear_filters: { run: ({ onView }) => onView({ q: undefined, filter: undefined }) },
  go_dispatch: goToCommand("go_dispatch"),
  go_cases: goToCommand("go_cases"),
  go_map: goToCommand("go_map"),
  go_tours: goToCommand("go_tours"),
  go_messages: {
    grant: "getCriticalMessages",
    keys: keysOfShortcut("go_messages"),
    run: ({ onLayer }) => onLayer("messages"),
  },
  go_deliveries: { grant: "getWebhooks", run: ({ onView }) => onView({ deliveries: "all" }) },
  export_time: { grant: "exportTime", run: ({ onLayer }) => onLayer("time_export") },
  today: goToCommand("today"),
  shortcuts: { keys: ["?"], run: ({ onLayer }) => onLayer("sheet") },
  scheme_light: schemeCommand("light"),
  scheme_dark: schemeCommand("dark"),
  scheme_auto: schemeCommand("auto"),
  density_compact: densityCommand("compact"),
  density_comfortable: densityCommand("comfortable"),
  language_de: languageCommand("de"),
  language_en: languageCommand("en"),
  sessions: { run: ({ onLayer }) => onLayer("sessions") },
  sign_out: { run: ({ onSignOut }) => onSignOut() },
} as const satisfies Record<string, PaletteCommand>;

export type PaletteCommandId = keyof typeof paletteCommands;

/** Commands that the user may run and that would change something. */
export function offeredPaletteCommands(
  may: (grant: string) => boolean,
  context: PaletteCommandContext,
): PaletteCommandId[] {
  return (Object.keys(paletteCommands) as PaletteCommandId[]).filter((id) => {
    const { grant, isIdle }: PaletteCommand = paletteCommands[id];
    return (grant === undefined || may(grant)) && isIdle?.(context) !== true;
  });
}
export const keysOfCommand = (id: PaletteCommandId): readonly string[] | undefined =>
  (paletteCommands[id] as PaletteCommand).keys;
export const runPaletteCommand = (id: PaletteCommandId, context: PaletteCommandContext) =>
  (paletteCommands[id] as PaletteCommand).run(context);
