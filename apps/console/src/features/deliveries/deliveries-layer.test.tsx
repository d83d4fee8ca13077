import { describe, expect, it } from "vitest";
import { createNeverSettlingPromise, StubApiRefusal } from "#shared/testing/server-testkit.ts";
import { clickElement, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { queryClient } from "#shared/api/api.ts";
import { aQueuedEvent, aWebhook, openTestDeliveriesScreen, createQueuedEventsAnswer } from "./deliveries-testkit.tsx";

describe("the screen of deliveries", () => {
  it("the deliveries screen does not open for a user without its grants, even by its URL", async () => {
    await openTestDeliveriesScreen({ grants: ["getCases"] });
    await waitUntil(() => expect(queryClient.getQueryData(["me"])).toBeDefined());
    expect(pageText()).toBe("the board");
    expect(document.querySelector("[inert]")).toBeNull();
  });

  it("the deliveries screen takes the keyboard focus, makes the page behind it inert, and is closed by its button", async () => {
    const { onView } = await openTestDeliveriesScreen({ grants: ["getWebhooks"] });
    await waitUntil(() => expect(document.activeElement).toBe(document.querySelector("[data-deliveries]")));
    expect(document.querySelector("[inert]")?.textContent).toBe("the board");
    await clickElement(findByRole("button", "Schließen"));
    expect(onView.mock.calls).toStrictEqual([[{ deliveries: undefined }]]);
  });

  it("the deliveries screen says that there is no webhook to a user who may see only webhooks", async () => {
    await openTestDeliveriesScreen({ grants: ["getWebhooks"] });
    await waitUntil(() => expect(pageText()).toContain("Es ist kein Webhook eingerichtet."));
  });

  it("the deliveries screen says that it is loading when that takes longer than a moment", async () => {
    await openTestDeliveriesScreen({ grants: ["getWebhooks"], answers: { getWebhooks: createNeverSettlingPromise } });
    await waitUntil(() => expect(findAllByRole("status", "Wird geladen")).toHaveLength(1));
  });

  it("the deliveries screen says in place of the webhooks why they could not be read, and reads them on a retry", async () => {
    const { server } = await openTestDeliveriesScreen({
      grants: ["getWebhooks"],
      answers: { getWebhooks: () => new StubApiRefusal("AUTH_GRANT_MISSING", ["grant", "getWebhooks"]) },
    });
    await waitUntil(() => expect(findByRole("alert").textContent).toContain("AUTH_GRANT_MISSING"));
    server.answer({ getWebhooks: () => [aWebhook({ description: "Buchhaltung" })] });
    await clickElement(findByRole("button", "Nochmals versuchen"));
    await waitUntil(() => findByRole("heading", "Buchhaltung"));
    expect(findAllByRole("alert")).toEqual([]);
  });

  it("the deliveries screen shows the partner's queue, and the fault instead of the webhooks, while webhooks cannot be read", async () => {
    const webhook = aWebhook({ description: "Buchhaltung" });
    const { server } = await openTestDeliveriesScreen({
      grants: ["getWebhooks", "getQueuedEvents"],
      answers: {
        getQueuedEvents: createQueuedEventsAnswer(() => [aQueuedEvent(1)]),
        getWebhooks: () => new StubApiRefusal("AUTH_GRANT_MISSING", ["grant", "getWebhooks"]),
      },
      chosen: webhook.id,
    });
    await waitUntil(() => findByRole("heading", "Vom Partner abgelehnt (1)"));
    const systems = findByRole("navigation", "Angebundene Systeme");
    expect(findByRole("alert").closest("nav")).toBe(systems);
    server.answer({ getWebhooks: createNeverSettlingPromise });
    await clickElement(findByRole("button", "Nochmals versuchen", systems));
    await waitUntil(() => findByRole("status", "Wird geladen", systems));
    findByRole("heading", "Vom Partner abgelehnt (1)");
  });

  it("the deliveries screen replaces the fault with the webhooks once they can be read", async () => {
    const { server } = await openTestDeliveriesScreen({
      grants: ["getWebhooks", "getQueuedEvents"],
      answers: { getWebhooks: () => new StubApiRefusal("AUTH_GRANT_MISSING", ["grant", "getWebhooks"]) },
      chosen: "queue",
    });
    await waitUntil(() => findByRole("alert"));
    server.answer({ getWebhooks: () => [aWebhook({ description: "Buchhaltung" })] });
    await clickElement(findByRole("button", "Nochmals versuchen"));
    await waitUntil(() => findByRole("button", /^Buchhaltung/));
    expect(findAllByRole("alert")).toEqual([]);
    findByRole("heading", "Meldungen an den Partner");
  });

  it("the deliveries screen waits for a webhook that its URL names instead of showing the partner's queue", async () => {
    await openTestDeliveriesScreen({
      grants: ["getWebhooks", "getQueuedEvents"],
      answers: { getWebhooks: createNeverSettlingPromise },
      chosen: aWebhook().id,
    });
    await waitUntil(() => findByRole("status", "Wird geladen"));
    expect(findAllByRole("heading", "Meldungen an den Partner")).toEqual([]);
  });

  it("the deliveries screen changes from one webhook to another when its URL changes", async () => {
    const [first, second] = [
      aWebhook({ description: "Erster" }),
      aWebhook({ id: crypto.randomUUID(), description: "Zweiter" }),
    ];
    const { onView } = await openTestDeliveriesScreen({
      grants: ["getWebhooks"],
      answers: { getWebhooks: () => [first, second] },
    });
    await waitUntil(() => findByRole("heading", "Erster"));
    await clickElement(findByRole("button", /^Zweiter/));
    expect(onView).toHaveBeenCalledExactlyOnceWith({ deliveries: second.id });
  });
});
