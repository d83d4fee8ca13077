import { act, createElement, Fragment } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readBoardView } from "#shared/state/board-view.ts";
import { type ShortcutName, useShortcuts } from "#shared/screen/shortcuts.ts";
import { useBoardTool } from "#shared/screen/escape.ts";
import { useBoardShortcuts } from "./board-shortcuts.ts";

const onViewChange = vi.fn<(change: object) => void>();
const onLayerChange = vi.fn<(layer: unknown) => void>();
const endedTools: string[] = [];
const receivedShortcuts: ShortcutName[] = [];

interface BoardInput {
  readonly deliveries?: string;
  readonly layer?: "messages" | null;
}
function BoardWithShortcuts({ deliveries, layer = null }: BoardInput) {
  useBoardShortcuts({
    view: readBoardView({ deliveries }),
    onView: onViewChange,
    layer,
    onLayer: onLayerChange,
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
  onLayerChange.mockClear();
  endedTools.length = 0;
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

/** A tool in use on the board, such as the lasso of the map. */
function ToolInUse() {
  useBoardTool(() => endedTools.push("lasso"));
  return null;
}
const boardWithTool = (board: BoardInput) =>
  act(async () =>
    root.render(createElement(Fragment, null, createElement(BoardWithShortcuts, board), createElement(ToolInUse))),
  );

it("Escape ends a tool of the board, such as the lasso, and keeps the selection", async () => {
  await boardWithTool({});
  pressKey("Escape");
  expect(endedTools).toEqual(["lasso"]);
  expect(onViewChange).not.toHaveBeenCalled();
});

it.each([
  ["the messages", { layer: "messages" as const }],
  ["the deliveries", { deliveries: "queue" }],
])("Escape closes %s that lie over a tool of the board, and keeps the tool", async (_what, board) => {
  await boardWithTool(board);
  pressKey("Escape");
  expect(endedTools).toEqual([]);
  expect(onLayerChange.mock.calls.length + onViewChange.mock.calls.length).toBe(1);
});

it("Escape is left to a dialog that lies over a tool of the board", async () => {
  await boardWithTool({});
  const dialog = document.createElement("div");
  dialog.setAttribute("aria-modal", "true");
  document.body.append(dialog);
  pressKey("Escape");
  dialog.remove();
  expect(endedTools).toEqual([]);
});

it("Escape that a field has used already keeps a tool of the board", async () => {
  await boardWithTool({});
  const field = document.createElement("input");
  field.addEventListener("keydown", (event) => event.preventDefault());
  document.body.append(field);
  field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  field.remove();
  expect(endedTools).toEqual([]);
});
