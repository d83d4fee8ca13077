import { expect, test } from "vitest";
import { nextDispatcherMove } from "./dispatcher-behaviour";

test("makes a dispatcher assign open cases, intervene once, and leave running cases alone", () => {
  const dispatcher = {
    state: "OPEN",
    finalized: false,
    offered: ["ASSIGN"] as const,
    links: [],
    done: [],
    wants_helper: false,
  };
  expect(nextDispatcherMove({ ...dispatcher, story: "straight" })?.action).toBe("ASSIGN");
  const links = [{ tour_id: "a", state: "STARTED", bucket: "open", offered: ["UNASSIGN"] as const }];
  expect(nextDispatcherMove({ ...dispatcher, links, story: "straight" })).toBeUndefined();
  expect(nextDispatcherMove({ ...dispatcher, links, story: "unassign" })).toMatchObject({
    action: "UNASSIGN",
    tour_id: "a",
  });
  expect(nextDispatcherMove({ ...dispatcher, links, story: "unassign", done: ["UNASSIGN"] })).toBeUndefined();
});
