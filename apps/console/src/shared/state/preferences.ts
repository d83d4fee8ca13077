import { createSharedStore } from "@leitstand/app/store";

/** Preferences of one user for the console in this browser. */
export interface Preferences {
  readonly language: "de" | "en" | null;
  readonly scheme: "light" | "dark" | "auto";
  readonly density: "compact" | "comfortable";
  /** Whether single letters are shortcuts; they can be switched off (WCAG 2.1.4). */
  readonly letterShortcuts: boolean;
  /** Heights and widths of panes in pixels, by name. */
  readonly panes: Readonly<Record<string, number>>;
}

export const preferencesStore = createSharedStore<Preferences>("leitstand.preferences", {
  language: null,
  scheme: "auto",
  density: "compact",
  letterShortcuts: true,
  panes: {},
});

export const changePreferences = (change: Partial<Preferences>) =>
  preferencesStore.set({ ...preferencesStore.get(), ...change });
