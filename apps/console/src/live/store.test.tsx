import { expect, it } from "vitest";
import { queryClient } from "#shared/api/api.ts";
import { aFullCase } from "./full-case-testkit.ts";
import { EntityStore } from "./entities.ts";
import { caseQuery, storeCase } from "./store.ts";
import { aCaseOnTimeline } from "./timeline.fixture.ts";

it("a sweep drops the cases of tours that were never read", () => {
  const store = new EntityStore();
  store.putAssignment("a tour of last week", aCaseOnTimeline({ id: "case" }));
  store.tours.sweep(() => false);
  expect(store.tours.assignmentOf("a tour of last week", "case")).toBeUndefined();
});

it("a late answer to a write does not replace a newer version of the case", () => {
  const [written, read] = [aFullCase({ lock_version: 5 }), aFullCase({ lock_version: 7 })];
  storeCase(read);
  storeCase(written);
  expect(queryClient.getQueryData(caseQuery(read.id).queryKey)).toEqual(read);
});
