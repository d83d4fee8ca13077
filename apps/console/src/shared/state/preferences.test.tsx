import { afterEach, expect, it, vi } from "vitest";
import { createSharedStore } from "@leitstand/app/store";
import { changePreferences, preferencesStore } from "./preferences.ts";

const KEY = "leitstand.preferences";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Changes the preferences as another tab of this browser does: it writes, and this one is told. */
function changeInAnotherTab(newValue: string) {
  localStorage.setItem(KEY, newValue);
  window.dispatchEvent(new StorageEvent("storage", { key: KEY, newValue }));
}

it("two tabs of a browser keep each other's changes of the preferences", () => {
  const written = vi.spyOn(localStorage, "setItem");
  changeInAnotherTab(JSON.stringify({ ...preferencesStore.get(), scheme: "dark", letterShortcuts: false }));
  expect(written).toHaveBeenCalledTimes(1);
  expect(preferencesStore.get()).toMatchObject({ scheme: "dark", letterShortcuts: false });
  changePreferences({ panes: { queue: 300 } });
  expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toMatchObject({
    scheme: "dark",
    letterShortcuts: false,
    panes: { queue: 300 },
  });
});

it("a shared store keeps its value when another one changes, or is deleted by another tab", () => {
  const store = createSharedStore("leitstand.test", { width: 1 });
  store.set({ width: 2 });
  changeInAnotherTab("{}");
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(store.get()).toEqual({ width: 2 });
});
