import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { startApi } from "./testing/start-api";
import { runWebhookFaultTest, type WebhookFaultTestOutcome } from "./testing/webhooks/storm";
import type { ReceivedWebhookRequest } from "./testing/webhooks/webhook-receiver";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const EVENT_COUNT = 1_500;
const KILL_COUNT = 50;

describe("webhooks, while their node is killed and their receiver is killed, slow and wrong", () => {
  const api = startApi({ app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } });

  it("webhooks lose no event, repeat one only with the same id, and say in which order events happened", {
    timeout: 240_000,
  }, async () => {
    const outcome = await runWebhookFaultTest(api, { events: EVENT_COUNT, kills: KILL_COUNT, seed: SEED });
    const { node, received } = outcome;
    const verdict = findDeliveryFaults(outcome);
    // Printed instead of annotated: an annotation shows only beside a failure, and these figures are needed from every
    // run.
    console.log(
      `${verdict.written} events, ${received.length} calls, ${verdict.repeated} of them repeated, ${node.kills} kills, ` +
        `${Math.round(node.minutesPassed)} minutes by the clock`,
    );
    expect(verdict).toMatchObject({ lost: [], doubled: [], disordered: [], unsigned: 0 });
    expect(verdict.written).toBeGreaterThanOrEqual(EVENT_COUNT);
    expect(node.kills).toBe(KILL_COUNT);
    expect(verdict.repeated).toBeGreaterThan(0);
  });

  it.each([
    { what: "lost", hasty: "that marks it as sent before it sends", mutant: "mark first" },
    { what: "doubled", hasty: "that gives every attempt an id of its own", mutant: "new id" },
    { what: "disordered", hasty: "that numbers events when it sends them", mutant: "number when sent" },
  ] as const)(
    "the test of webhooks finds an event that is $what by a node $hasty",
    {
      timeout: 120_000,
    },
    async ({ what, mutant }) => {
      const verdict = findDeliveryFaults(await runWebhookFaultTest(api, { events: 100, kills: 4, seed: SEED, mutant }));
      expect(verdict[what]).not.toEqual([]);
    },
  );
});

function findDeliveryFaults({ written, received, secret }: WebhookFaultTestOutcome) {
  const ids = new Map<string, Set<string>>();
  const places = new Map<string, number>();
  for (const { body } of received) {
    const title = String(body.data["text"]);
    ids.set(title, (ids.get(title) ?? new Set()).add(body.id));
    places.set(title, body.sequence);
  }
  const taken = received.filter(({ answered }) => answered === 204).map(({ body }) => String(body.data["text"]));
  const came = new Set(taken);
  const all = written.flat();
  const placeOf = (title: string | undefined) => places.get(title ?? "") ?? 0;
  return {
    written: all.length,
    lost: all.filter((title) => !came.has(title)),
    /** Events that came with more than one id. */
    doubled: all.filter((title) => (ids.get(title)?.size ?? 0) > 1),
    /** Events whose sequence differs from the order in which their writer wrote them. */
    disordered: written.flatMap((own) => own.filter((title, at) => at > 0 && placeOf(own[at - 1]) >= placeOf(title))),
    unsigned: received.filter((hook) => !hasValidSignature(hook, secret)).length,
    repeated: taken.length - came.size,
  };
}

/** Checks the signature without its age, as the node's clock is ahead. */
function hasValidSignature({ raw, headers }: ReceivedWebhookRequest, secret: string) {
  const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
  return new StandardWebhook(secret).sign(String(headers["webhook-id"]), at, raw) === headers["webhook-signature"];
}
