import { expect, it } from "vitest";
import { queryClient } from "#shared/api/api.ts";
import { numberedId } from "#shared/testing/example-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { applyEvents } from "./apply-events.ts";
import { aCaseActionStreamEvent } from "./board.fixture.ts";
import { aFullCase } from "./full-case-testkit.ts";
import { EntityStore } from "./entities.ts";
import { caseQuery, clearLiveData, entityStore, fetchTour, storeAnsweredTour, storeCase, tourQuery } from "./store.ts";
import { aCaseOnTimeline, aTimelineTour } from "./timeline.fixture.ts";

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

it("a late answer to a change of a tour keeps the case that was assigned to the tour while the change was under way", async () => {
  clearLiveData();
  const id = numberedId(101);
  const branch = { id: numberedId(1), name: "Graz", phone_number: null };
  const crewless = { id, branch, users: [], vehicle_device_associations: [], lock_version: 4 };
  const case_id = numberedId(401);
  const withCase = aTimelineTour({ ...crewless, open_cases: [aCaseOnTimeline({ id: case_id })] });
  stubApiFetch({ getTour: () => withCase });
  let answer: (tour: typeof withCase) => void = () => undefined;
  const stored = storeAnsweredTour(new Promise((resolve) => (answer = resolve)));
  // Assigning a case leaves the version of the tour as it is, and makes the console read the tour.
  const tour_case_states = [{ tour_id: id, state: "ASSIGNED", bucket: "open" as const }];
  applyEvents(entityStore, [aCaseActionStreamEvent({ case_id, tour_id: id, tour_case_states })]);
  const read = await fetchTour(id);
  queryClient.setQueryData(tourQuery(id).queryKey, read);
  answer(aTimelineTour(crewless));
  await stored;
  expect(entityStore.tours.timeline(id)?.open_cases).toHaveLength(1);
  expect(queryClient.getQueryData(tourQuery(id).queryKey)?.open_cases).toHaveLength(1);
});
