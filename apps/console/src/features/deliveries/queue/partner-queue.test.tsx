import { describe, expect, it } from "vitest";
import { clickElement, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { aQueuedEvent, openTestDeliveriesScreen, createQueuedEventsAnswer } from "../deliveries-testkit.tsx";

const partnerQueueGrants = ["getQueuedEvents", "updateQueuedEvent"];
const failedEvent = aQueuedEvent(1, { lock_version: 3 });
const waitingEventBehind = aQueuedEvent(2, {
  status: "CREATED",
  attempts: 0,
  last_status: null,
  last_error: null,
  blocked_by: failedEvent.id,
});

describe("the queue of the partner on the screen of deliveries", () => {
  it("the partner queue says that the partner has been told everything when nothing waits", async () => {
    await openTestDeliveriesScreen({ grants: partnerQueueGrants });
    await waitUntil(() => expect(pageText()).toContain("Nichts wartet: Dem Partner wurde alles gemeldet."));
  });

  it("the partner queue shows a failed event with its case, time and reason, before the events that wait behind it", async () => {
    const { onView } = await openTestDeliveriesScreen({
      grants: partnerQueueGrants,
      answers: { getQueuedEvents: createQueuedEventsAnswer(() => [failedEvent, waitingEventBehind]) },
    });
    await waitUntil(() => findByRole("button", /^Jetzt versuchen/));
    expect(findAllByRole("heading").map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(["Vom Partner abgelehnt (1)", "Wartend (1)"]),
    );
    const [first, second] = findAllByRole("listitem");
    expect(first?.textContent).toContain("seit 02.03., 09:15 · 1 VersuchHTTP 422");
    expect(second?.textContent).toContain("wartet auf die Meldung davor");
    expect(pageText()).toContain("1 Meldung steht");
    await clickElement(findByRole("button", "Fall OE-2026-778812 öffnen", first));
    expect(onView.mock.calls).toStrictEqual([[{ case: failedEvent.case_id, deliveries: undefined }]]);
  });

  it("the partner queue skips an event only after a dialog has named the information that the partner will not get", async () => {
    let events = [failedEvent, waitingEventBehind];
    const { server } = await openTestDeliveriesScreen({
      grants: partnerQueueGrants,
      answers: {
        getQueuedEvents: createQueuedEventsAnswer(() => events),
        updateQueuedEvent: () => {
          const skipped = { ...failedEvent, status: "SKIPPED" as const, lock_version: 4 };
          events = [skipped, { ...waitingEventBehind, blocked_by: null }];
          return skipped;
        },
      },
    });
    const row = await waitUntil(() =>
      findByRole("button", "Überspringen: Status des Falls, OE-2026-778812", findAllByRole("listitem")[0]),
    );
    await clickElement(row);
    await waitUntil(() =>
      expect(findByRole("dialog").textContent).toContain("Die Meldung dahinter wird als Nächstes gesendet."),
    );
    expect(findByRole("dialog").textContent).toContain(
      "Der Partner erfährt nicht: „Status des Falls“ (OE-2026-778812, 02.03., 09:15).",
    );
    expect(server.bodiesOf("updateQueuedEvent")).toEqual([]);
    await clickElement(findByRole("button", "Überspringen"));
    await waitUntil(() => expect(pageText()).toContain("Übersprungen (1)"));
    expect(server.bodiesOf("updateQueuedEvent")).toEqual([{ status: "SKIPPED", lock_version: 3 }]);
    expect(findAllByRole("dialog")).toEqual([]);
  });

  it("the partner queue retries an event at once on request", async () => {
    let events = [failedEvent];
    const { server } = await openTestDeliveriesScreen({
      grants: partnerQueueGrants,
      answers: {
        getQueuedEvents: createQueuedEventsAnswer(() => events),
        updateQueuedEvent: () => {
          events = [];
          return { ...failedEvent, status: "CREATED", lock_version: 4 };
        },
      },
    });
    await waitUntil(() => findByRole("button", /^Jetzt versuchen/));
    await clickElement(findByRole("button", /^Jetzt versuchen/));
    await waitUntil(() => expect(pageText()).toContain("Nichts wartet"));
    expect(server.bodiesOf("updateQueuedEvent")).toEqual([{ status: "CREATED", lock_version: 3 }]);
    await waitUntil(() => expect(document.activeElement).toBe(document.querySelector("[data-deliveries]")));
  });

  it("the partner queue says beside an event why it could not be retried", async () => {
    await openTestDeliveriesScreen({
      grants: partnerQueueGrants,
      answers: {
        getQueuedEvents: createQueuedEventsAnswer(() => [failedEvent]),
        updateQueuedEvent: () => new StubApiRefusal("RESOURCE_IN_USE", ["by", "delivery"], ["count", "1"]),
      },
    });
    await waitUntil(() => findByRole("button", /^Jetzt versuchen/));
    await clickElement(findByRole("button", /^Jetzt versuchen/));
    await waitUntil(() => expect(findByRole("alert").closest("li")?.textContent).toContain("Status des Falls"));
  });

  it("the partner queue offers no action to a user who may only read it", async () => {
    await openTestDeliveriesScreen({
      grants: ["getQueuedEvents"],
      answers: { getQueuedEvents: createQueuedEventsAnswer(() => [failedEvent]) },
    });
    await waitUntil(() => expect(pageText()).toContain("Vom Partner abgelehnt (1)"));
    expect(findAllByRole("button", /versuchen|Überspringen/)).toEqual([]);
  });
});
