import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { aTourCaseLink } from "#outbox/row.fixture.ts";
import { clockOffset } from "#work/api.ts";
import { driverDb } from "#work/phone.ts";
import { useIsUndoable } from "./use-undoable.ts";

const link = aTourCaseLink("ACCEPTED", { accepted_at: "2026-03-02T08:00:00.000Z" });
const MINUTE_MS = 60_000;

const UndoOffer = () => <p>{String(useIsUndoable(link))}</p>;

let testRoot: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // Node has no IndexedDB, so the phone has the settings of a company that has set none.
  vi.spyOn(driverDb.meta, "get").mockResolvedValue(undefined);
  testRoot = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => testRoot.unmount());
  document.body.replaceChildren();
  clockOffset.set(null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each([
  ["of five minutes ago may be undone on a phone whose clock is an hour fast", 5, 60, "true"],
  ["of half an hour ago may not be undone on a phone whose clock is an hour slow", 30, -60, "false"],
])("a step %s", async (...[, ago, wrong, offered]) => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-03-02T08:00:00Z") + (ago + wrong) * MINUTE_MS);
  clockOffset.set(-wrong * MINUTE_MS);
  await act(async () => testRoot.render(<UndoOffer />));
  expect(document.querySelector("p")?.textContent).toBe(offered);
});
