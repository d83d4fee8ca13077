import { Tour } from "@leitstand/contract/tours/tour";
import type { Static } from "typebox";
import { expect, it } from "vitest";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { clickElement, mountComponent, setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { TourInspector } from "./tour-inspector.tsx";

const MESSAGE_CREW = "Meldung an die Besatzung";

/** Opens the inspector of a tour, with a form that only shows whom it writes to. */
async function openTour(status: "STARTED" | "FINISHED") {
  return showTour({ ...exampleOfSchema(Tour), status });
}

async function showTour(tour: Static<typeof Tour>) {
  stubApiFetch({ getUserInfo: () => aDispatcher({ grants: ["finishTour"] }), getTour: () => tour });
  const messageForm = (to: object) => <p>{JSON.stringify(to)}</p>;
  await mountComponent(<TourInspector id={tour.id} onView={() => undefined} messageForm={messageForm} />);
  await waitUntil(() => findByRole("heading", tour.name ?? tour.natural_id));
  return tour;
}

it("the inspector of a started tour has a message form that is addressed to that tour", async () => {
  const { id } = await openTour("STARTED");
  await clickElement(findByRole("button", MESSAGE_CREW));
  expect(pageText()).toContain(JSON.stringify({ tour_id: id }));
});

it("the inspector of a finished tour has no message form", async () => {
  await openTour("FINISHED");
  expect(findAllByRole("button", MESSAGE_CREW)).toEqual([]);
});

it("a tour is not ended by a key that is still held from asking whether it is to be ended", async () => {
  await openTour("STARTED");
  await clickElement(await waitUntil(() => findByRole("button", "Tour beenden")));
  const isUnprevented = (button: HTMLElement) =>
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }));
  expect(isUnprevented(findByRole("button", "Tour beenden"))).toBe(false);
});

it.each([
  [{ due_at: "2026-11-21T13:30:00Z", eta: null }, "14:30"],
  [{ due_at: "2026-11-22T13:30:00Z", eta: null }, "22.11., 14:30"],
  [{ due_at: "2026-11-21T13:30:00Z", eta: "2026-11-22T08:15:00Z" }, "22.11., 09:15"],
])("a case in the inspector of its tour shows the day of its time unless that is today: %j", async (times, text) => {
  setFakeSystemTime("2026-11-21T11:00:00Z");
  const tour = exampleOfSchema(Tour);
  await showTour({ ...tour, open_cases: tour.open_cases.map((dispatchCase) => ({ ...dispatchCase, ...times })) });
  expect(findByRole("button", /Maria Muster/).querySelector("[data-late]")?.textContent).toBe(text);
});
