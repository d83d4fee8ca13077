import { expect, test } from "vitest";
import { chooseNextDispatcherAction } from "./dispatcher-behaviour";

test("a simulated dispatcher assigns open cases, intervenes once, and does not change running cases", () => {
  const dispatcher = {
    state: "OPEN",
    finalized: false,
    offered: ["ASSIGN"] as const,
    links: [],
    done: [],
    wants_helper: false,
  };
  expect(chooseNextDispatcherAction({ ...dispatcher, story: "straight" })?.action).toBe("ASSIGN");
  const links = [{ tour_id: "a", state: "STARTED", bucket: "open", offered: ["UNASSIGN"] as const }];
  expect(chooseNextDispatcherAction({ ...dispatcher, links, story: "straight" })).toBeUndefined();
  expect(chooseNextDispatcherAction({ ...dispatcher, links, story: "unassign" })).toMatchObject({
    action: "UNASSIGN",
    tour_id: "a",
  });
  expect(chooseNextDispatcherAction({ ...dispatcher, links, story: "unassign", done: ["UNASSIGN"] })).toBeUndefined();
});
