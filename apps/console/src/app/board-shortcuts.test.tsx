import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readBoardView } from "#shared/state/board-view.ts";
import { type ShortcutName, useShortcuts } from "#shared/screen/shortcuts.ts";
import { useBoardShortcuts } from "./board-shortcuts.ts";

const onViewChange = vi.fn<(change: object) => void>();
const receivedShortcuts: ShortcutName[] = [];

function BoardWithShortcuts({ deliveries }: { deliveries?: string }) {
  useBoardShortcuts({
    view: readBoardView({ deliveries }),
    onView: onViewChange,
    layer: null,
    onLayer: () => undefined,
  });
  useShortcuts({ go_cases: () => receivedShortcuts.push("go_cases") });
  return null;
}

let root: ReturnType<typeof createRoot>;
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = createRoot(document.createElement("div"));
  await act(async () => root.render(createElement(BoardWithShortcuts)));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.restoreAllMocks();
  onViewChange.mockClear();
  receivedShortcuts.length = 0;
});

const pressKey = (key: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key }));

it("the key C on the board opens a new case, even right after the page has loaded", () => {
  vi.spyOn(performance, "now").mockReturnValue(300);
  pressKey("c");
  expect(onViewChange).toHaveBeenCalledExactlyOnceWith({ form: "new" });
});

it("the keys G and C on the board lead to the list of cases, and the next C opens a new case", () => {
  for (const key of ["g", "c", "c"]) pressKey(key);
  expect(receivedShortcuts).toEqual(["go_cases"]);
  expect(onViewChange).toHaveBeenCalledExactlyOnceWith({ form: "new" });
});

it("Escape closes the deliveries screen, and the board's single-letter shortcuts do nothing while that screen is open", async () => {
  await act(async () => root.render(createElement(BoardWithShortcuts, { deliveries: "queue" })));
  pressKey("c");
  expect(onViewChange).not.toHaveBeenCalled();
  pressKey("Escape");
  expect(onViewChange.mock.calls).toStrictEqual([[{ deliveries: undefined }]]);
});
