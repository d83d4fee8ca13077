import { describe, expect, it } from "vitest";
import { click, until } from "#shared/testing/mount-testkit.tsx";
import { find, findAll, pageText } from "#shared/testing/screen-testkit.ts";
import { Refusal } from "#shared/testing/server-testkit.ts";
import { anEvent, openDeliveries, queueOf } from "../deliveries-testkit.tsx";

const grants = ["getQueuedEvents", "updateQueuedEvent"];
const standing = anEvent(1, { lock_version: 3 });
const behind = anEvent(2, {
  status: "CREATED",
  attempts: 0,
  last_status: null,
  last_error: null,
  blocked_by: standing.id,
});

describe("the queue of the partner on the screen of deliveries", () => {
  it("the partner queue says that the partner has been told everything when nothing waits", async () => {
    await openDeliveries({ grants });
    await until(() => expect(pageText()).toContain("Nichts wartet: Dem Partner wurde alles gemeldet."));
  });

  it("the partner queue shows the failed event with its case, since when and why, before the events that wait behind it", async () => {
    const { onView } = await openDeliveries({
      grants,
      answers: { getQueuedEvents: queueOf(() => [standing, behind]) },
    });
    await until(() => find("button", /^Jetzt versuchen/));
    expect(findAll("heading").map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(["Vom Partner abgelehnt (1)", "Wartend (1)"]),
    );
    const [first, second] = findAll("listitem");
    expect(first?.textContent).toContain("seit 02.03., 09:15 · 1 VersuchHTTP 422");
    expect(second?.textContent).toContain("wartet auf die Meldung davor");
    expect(pageText()).toContain("1 Meldung steht");
    await click(find("button", "Fall OE-2026-778812 öffnen", first));
    expect(onView.mock.calls).toStrictEqual([[{ case: standing.case_id, deliveries: undefined }]]);
  });

  it("the partner queue skips an event only after a dialog has said what the partner will not be told", async () => {
    let events = [standing, behind];
    const { server } = await openDeliveries({
      grants,
      answers: {
        getQueuedEvents: queueOf(() => events),
        updateQueuedEvent: () => {
          const skipped = { ...standing, status: "SKIPPED" as const, lock_version: 4 };
          events = [skipped, { ...behind, blocked_by: null }];
          return skipped;
        },
      },
    });
    const row = await until(() =>
      find("button", "Überspringen: Status des Falls, OE-2026-778812", findAll("listitem")[0]),
    );
    await click(row);
    await until(() => expect(find("dialog").textContent).toContain("Die Meldung dahinter wird als Nächstes gesendet."));
    expect(find("dialog").textContent).toContain(
      "Der Partner erfährt nicht: „Status des Falls“ (OE-2026-778812, 02.03., 09:15).",
    );
    expect(server.bodiesOf("updateQueuedEvent")).toEqual([]);
    await click(find("button", "Überspringen"));
    await until(() => expect(pageText()).toContain("Übersprungen (1)"));
    expect(server.bodiesOf("updateQueuedEvent")).toEqual([{ status: "SKIPPED", lock_version: 3 }]);
    expect(findAll("dialog")).toEqual([]);
  });

  it("the partner queue retries an event at once", async () => {
    let events = [standing];
    const { server } = await openDeliveries({
      grants,
      answers: {
        getQueuedEvents: queueOf(() => events),
        updateQueuedEvent: () => {
          events = [];
          return { ...standing, status: "CREATED", lock_version: 4 };
        },
      },
    });
    await until(() => find("button", /^Jetzt versuchen/));
    await click(find("button", /^Jetzt versuchen/));
    await until(() => expect(pageText()).toContain("Nichts wartet"));
    expect(server.bodiesOf("updateQueuedEvent")).toEqual([{ status: "CREATED", lock_version: 3 }]);
    await until(() => expect(document.activeElement).toBe(document.querySelector("[data-deliveries]")));
  });

  it("the partner queue says beside an event why it could not be retried", async () => {
    await openDeliveries({
      grants,
      answers: {
        getQueuedEvents: queueOf(() => [standing]),
        updateQueuedEvent: () => new Refusal("RESOURCE_IN_USE", ["by", "delivery"], ["count", "1"]),
      },
    });
    await until(() => find("button", /^Jetzt versuchen/));
    await click(find("button", /^Jetzt versuchen/));
    await until(() => expect(find("alert").closest("li")?.textContent).toContain("Status des Falls"));
  });

  it("the partner queue offers no action to a user who may only read it", async () => {
    await openDeliveries({ grants: ["getQueuedEvents"], answers: { getQueuedEvents: queueOf(() => [standing]) } });
    await until(() => expect(pageText()).toContain("Vom Partner abgelehnt (1)"));
    expect(findAll("button", /versuchen|Überspringen/)).toEqual([]);
  });
});
