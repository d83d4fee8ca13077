import type { ChangeView } from "#shared/state/board-view.ts";
import { changePreferences, type Preferences } from "#shared/state/preferences.ts";
import { type ShortcutName, shortcutEvents } from "#shared/screen/shortcuts.ts";
import { lettersOf } from "./shortcut-keys.ts";

/** Context that commands run in. */
export interface CommandContext {
  readonly preferences: Preferences;
  readonly language: "de" | "en";
  readonly onLayer: (layer: "sheet" | "messages" | "sessions" | "time_export" | null) => void;
  readonly onView: ChangeView;
  readonly onSignOut: () => void;
}
interface Command {
  /** Grant that the command needs; without one it is offered to all users. */
  readonly grant?: string;
  readonly keys?: readonly string[];
  /** Whether the command would change nothing, so that it is left out. */
  readonly isIdle?: (context: CommandContext) => boolean;
  readonly run: (context: CommandContext) => void;
}

const go = (name: ShortcutName): Command => ({ keys: lettersOf(name), run: () => shortcutEvents.emit(name) });
const show = (tab: "open" | "running" | "planned" | "all"): Command => ({ run: ({ onView }) => onView({ tab }) });
const scheme = (wanted: Preferences["scheme"]): Command => ({
  isIdle: ({ preferences }) => preferences.scheme === wanted,
  run: () => changePreferences({ scheme: wanted }),
});
const density = (wanted: Preferences["density"]): Command => ({
  isIdle: ({ preferences }) => preferences.density === wanted,
  run: () => changePreferences({ density: wanted }),
});
const language = (wanted: "de" | "en"): Command => ({
  isIdle: (context) => context.language === wanted,
  run: () => changePreferences({ language: wanted }),
});

const commands = {
  new_case: { grant: "createCase", keys: lettersOf("new_case"), run: ({ onView }) => onView({ form: "new" }) },
  show_open: show("open"),
  show_running: show("running"),
  show_planned: show("planned"),
  show_all: show("all"),
  search_cases: go("search"),
  clear_filters: { run: ({ onView }) => onView({ q: undefined, filter: undefined }) },
  go_dispatch: go("go_dispatch"),
  go_cases: go("go_cases"),
  go_map: go("go_map"),
  go_tours: go("go_tours"),
  go_messages: {
    grant: "getCriticalMessages",
    keys: lettersOf("go_messages"),
    run: ({ onLayer }) => onLayer("messages"),
  },
  go_deliveries: { grant: "getWebhooks", run: ({ onView }) => onView({ deliveries: "all" }) },
  export_time: { grant: "exportTime", run: ({ onLayer }) => onLayer("time_export") },
  today: go("today"),
  shortcuts: { keys: ["?"], run: ({ onLayer }) => onLayer("sheet") },
  scheme_light: scheme("light"),
  scheme_dark: scheme("dark"),
  scheme_auto: scheme("auto"),
  density_compact: density("compact"),
  density_comfortable: density("comfortable"),
  language_de: language("de"),
  language_en: language("en"),
  sessions: { run: ({ onLayer }) => onLayer("sessions") },
  sign_out: { run: ({ onSignOut }) => onSignOut() },
} as const satisfies Record<string, Command>;

export type CommandId = keyof typeof commands;

/** Commands that the user may run and that would change something. */
export function offeredCommands(may: (grant: string) => boolean, context: CommandContext): CommandId[] {
  return (Object.keys(commands) as CommandId[]).filter((id) => {
    const { grant, isIdle }: Command = commands[id];
    return (grant === undefined || may(grant)) && isIdle?.(context) !== true;
  });
}
export const keysOfCommand = (id: CommandId): readonly string[] | undefined => (commands[id] as Command).keys;
export const runCommand = (id: CommandId, context: CommandContext) => (commands[id] as Command).run(context);
