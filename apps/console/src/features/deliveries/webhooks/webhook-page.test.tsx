import { WebhookWithSecret } from "@leitstand/contract/board/webhook";
import { describe, expect, it } from "vitest";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { LONG_YEAR_FAULT, typeTimeOfLongYear } from "#shared/testing/long-year-testkit.ts";
import { actAndRender, clickElement, setFakeSystemTime, typeText, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { accessibleDescriptionOf, findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { aWebhookDelivery, aWebhook, openTestDeliveriesScreen } from "../deliveries-testkit.tsx";

const NOW = "2026-03-02T09:00:00Z";
const webhookGrants = ["getWebhooks", "writeWebhooks"];
const failedDelivery = aWebhookDelivery(1, { status: "FAILED", attempts: 10, due_at: null });
const { secret } = exampleOfSchema(WebhookWithSecret);

describe("a webhook on the screen of deliveries", () => {
  it("a webhook's page shows a failed delivery with its attempts and last answer, and sends it again", async () => {
    let delivery = failedDelivery;
    const sent: unknown[] = [];
    await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: {
        getWebhooks: () => [aWebhook()],
        getWebhookDeliveries: () => [delivery],
        resendWebhookDelivery: ({ params }) => {
          sent.push(params);
          delivery = { ...failedDelivery, status: "PENDING", attempts: 0, due_at: NOW };
          return delivery;
        },
      },
    });
    await waitUntil(() => expect(pageText()).toContain("Gescheitert · 10 VersucheHTTP 503"));
    await clickElement(findByRole("button", /^Erneut senden/));
    await waitUntil(() => expect(pageText()).toContain("Wartet · noch nicht versucht"));
    expect(sent).toEqual([{ id: failedDelivery.webhook_id, delivery_id: failedDelivery.id }]);
  });

  it("a webhook's page says beside a delivery why it could not be sent again", async () => {
    await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: {
        getWebhooks: () => [aWebhook()],
        getWebhookDeliveries: () => [failedDelivery],
        resendWebhookDelivery: () => new StubApiRefusal("BRANCH_ACCESS_DENIED"),
      },
    });
    await waitUntil(() => findByRole("button", /^Erneut senden/));
    await clickElement(findByRole("button", /^Erneut senden/));
    await waitUntil(() => expect(findByRole("alert").closest("li")?.textContent).toContain("case action"));
  });

  it("a webhook's page requests failed deliveries only when that filter is chosen", async () => {
    const asked: (string | null)[] = [];
    await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: {
        getWebhooks: () => [aWebhook()],
        getWebhookDeliveries: ({ query }) => {
          asked.push(query.get("status"));
          return [];
        },
      },
    });
    await waitUntil(() => expect(pageText()).toContain("Es wurde noch nichts gesendet."));
    await clickElement(findByRole("radio", "Gescheitert"));
    await waitUntil(() => expect(pageText()).toContain("Keine solchen Zustellungen."));
    expect(asked).toEqual([null, "FAILED"]);
  });

  it("a webhook's page reads the next page of deliveries from the lowest sequence number shown", async () => {
    const page = Array.from({ length: 50 }, (_, index) => aWebhookDelivery(index, { sequence: 1_000 - index }));
    const asked: (string | null)[] = [];
    await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: {
        getWebhooks: () => [aWebhook()],
        getWebhookDeliveries: ({ query }) => {
          asked.push(query.get("before"));
          return query.get("before") === null ? page : [aWebhookDelivery(99, { type: "tour update" })];
        },
      },
    });
    await waitUntil(() => findByRole("button", "Mehr anzeigen"));
    await clickElement(findByRole("button", "Mehr anzeigen"));
    await waitUntil(() => expect(pageText()).toContain("tour update"));
    expect(asked).toEqual([null, "951"]);
  });

  it("a webhook's page shows a new secret only until its dialog closes, and says how long the previous one still signs", async () => {
    setFakeSystemTime(NOW);
    let webhook = aWebhook();
    await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: {
        getWebhooks: () => [webhook],
        rotateWebhookSecret: () => {
          webhook = aWebhook({ previous_secret_until: "2026-03-03T09:00:00+00:00" });
          return { ...webhook, secret };
        },
      },
    });
    await waitUntil(() => findByRole("button", "Neues Geheimnis …"));
    await clickElement(findByRole("button", "Neues Geheimnis …"));
    await waitUntil(() => expect(pageText()).toContain("24 Stunden lang wird mit beiden Geheimnissen signiert."));
    expect(pageText()).not.toContain(secret);
    await clickElement(findByRole("button", "Neues Geheimnis erstellen"));
    await waitUntil(() => expect(findByRole("dialog").textContent).toContain(secret));
    expect(findByRole("dialog").textContent).toContain("signiert noch bis 03.03., 10:00");
    await clickElement(findByRole("button", "Fertig"));
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
    expect(document.body.innerHTML).not.toContain(secret);
    expect(pageText()).toContain("Das bisherige Geheimnis signiert noch bis 03.03., 10:00.");
  });

  it("a webhook's page warns that a second change of the secret within 24 hours ends the oldest one at once", async () => {
    setFakeSystemTime(NOW);
    const webhook = aWebhook({ previous_secret_until: "2026-03-03T07:00:00+00:00" });
    await openTestDeliveriesScreen({ grants: webhookGrants, answers: { getWebhooks: () => [webhook] } });
    await waitUntil(() => findByRole("button", "Neues Geheimnis …"));
    await clickElement(findByRole("button", "Neues Geheimnis …"));
    await waitUntil(() => expect(pageText()).toContain("so signiert das vorletzte sofort nicht mehr."));
  });

  it("resending missed events from a webhook's page takes the start time in the company's time zone", async () => {
    setFakeSystemTime(NOW);
    const { server } = await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: {
        getWebhooks: () => [aWebhook()],
        recoverWebhook: () => aWebhook({ recovering_since: "2026-03-02T05:30:00+00:00" }),
      },
    });
    await waitUntil(() => findByRole("button", "Nachsenden …"));
    await clickElement(findByRole("button", "Nachsenden …"));
    await waitUntil(() => findByRole("dialog"));
    await typeText(findByRole("textbox", /^Seit/), "2026-03-02T06:30");
    await clickElement(findByRole("button", "Nachsenden"));
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
    expect(server.bodiesOf("recoverWebhook")).toEqual([{ since: "2026-03-02T05:30:00Z" }]);
  });

  it("resending missed events starts when the failures began, also in the second of two hours with the same name", async () => {
    setFakeSystemTime("2026-10-25T09:00:00Z");
    const failing = aWebhook({ failing_since: "2026-10-25T01:30:40+00:00" });
    const { server } = await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: { getWebhooks: () => [failing], recoverWebhook: () => failing },
    });
    await waitUntil(() => findByRole("button", "Nachsenden …"));
    await clickElement(findByRole("button", "Nachsenden …"));
    await waitUntil(() => findByRole("dialog"));
    await clickElement(findByRole("button", "Nachsenden"));
    await waitUntil(() => expect(server.bodiesOf("recoverWebhook")).toEqual([{ since: "2026-10-25T01:30:00Z" }]));
  });

  it("resending missed events from a year of more than four digits is refused at its field", async () => {
    setFakeSystemTime(NOW);
    const { server } = await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: { getWebhooks: () => [aWebhook()] },
    });
    await waitUntil(() => findByRole("button", "Nachsenden …"));
    await clickElement(findByRole("button", "Nachsenden …"));
    const since = await waitUntil(() => findByRole("textbox", /^Seit/));
    await typeTimeOfLongYear(since);
    await clickElement(findByRole("button", "Nachsenden"));
    expect(accessibleDescriptionOf(since)).toBe(LONG_YEAR_FAULT);
    expect(server.bodiesOf("recoverWebhook")).toEqual([]);
  });

  it("the page of a switched-off webhook says why it is off, switches it on again, and offers no sending until then", async () => {
    let webhook = aWebhook({ active: false, disabled_reason: "GONE" });
    const { server } = await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: {
        getWebhooks: () => [webhook],
        getWebhookDeliveries: () => [failedDelivery],
        updateWebhook: () => {
          webhook = aWebhook();
          return webhook;
        },
      },
    });
    await waitUntil(() => expect(pageText()).toContain("Der Empfänger nimmt nichts mehr an (410)"));
    expect(findAllByRole("button", /^Erneut senden|^Nachsenden/)).toEqual([]);
    await clickElement(findByRole("button", "Wieder einschalten"));
    await waitUntil(() => findByRole("button", "Nachsenden …"));
    expect(server.bodiesOf("updateWebhook")).toEqual([{ active: true, lock_version: 0 }]);
  });

  it("a webhook's page offers no action to a user who may only read it", async () => {
    await openTestDeliveriesScreen({
      grants: ["getWebhooks"],
      answers: { getWebhooks: () => [aWebhook()], getWebhookDeliveries: () => [failedDelivery] },
    });
    await waitUntil(() => expect(pageText()).toContain("Gescheitert · 10 Versuche"));
    expect(findAllByRole("button", /Geheimnis|senden|einschalten/)).toEqual([]);
  });

  /** Asks for missed events on a server that answers only when the test says so, and leaves the dialog. */
  async function leaveDialogOfMissedEvents() {
    let settle: (answer: ReturnType<typeof aWebhook> | StubApiRefusal) => void = () => undefined;
    const answer = new Promise<ReturnType<typeof aWebhook> | StubApiRefusal>((resolve) => (settle = resolve));
    const { server } = await openTestDeliveriesScreen({
      grants: webhookGrants,
      answers: { getWebhooks: () => [aWebhook()], recoverWebhook: () => answer },
    });
    await clickElement(await waitUntil(() => findByRole("button", "Nachsenden …")));
    await waitUntil(() => findByRole("dialog"));
    await clickElement(findByRole("button", "Nachsenden"));
    await waitUntil(() => expect(server.bodiesOf("recoverWebhook")).toHaveLength(1));
    await clickElement(findByRole("button", "Abbrechen"));
    await waitUntil(() => expect(findAllByRole("dialog")).toEqual([]));
    return (given: ReturnType<typeof aWebhook> | StubApiRefusal) => actAndRender(() => settle(given));
  }

  it("missed events that are sent only after their dialog was left close no dialog that is open then", async () => {
    const answer = await leaveDialogOfMissedEvents();
    await clickElement(findByRole("button", "Neues Geheimnis …"));
    await waitUntil(() => findByRole("dialog"));
    await answer(aWebhook());
    await waitUntil(() => expect(pageText()).toContain("Was fehlt, wird nachgesendet."));
    expect(findAllByRole("dialog")).toHaveLength(1);
  });

  it("missed events that are refused only after their dialog was left are told in a message with the webhook", async () => {
    const answer = await leaveDialogOfMissedEvents();
    await answer(new StubApiRefusal("BRANCH_ACCESS_DENIED"));
    await waitUntil(() => expect(findByRole("alert").textContent).toMatch(/^.+: ./));
  });
});
