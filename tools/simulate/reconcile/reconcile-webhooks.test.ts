import { describe, expect, it } from "vitest";
import type { DeliveredWebhookEvent } from "../day/facts";
import { dayEvents, subscriberWith, dayViewers } from "./facts-testkit";
import { reconcileWebhooks } from "./reconcile-webhooks";

const timeAtSecond = (second: number) => new Date(Date.UTC(2026, 3, 1, 8, 0, second)).toISOString();
const programSubscriber = subscriberWith({ ...dayViewers.everywhere, name: "integration of bestattung" }, dayEvents);
const webhookCalls: readonly DeliveredWebhookEvent[] = dayEvents.map(({ type, data }, index) => ({
  id: `call-${index}`,
  type,
  timestamp: timeAtSecond(index),
  sequence: index,
  data,
}));
const faultKindsIn = (delivered: readonly DeliveredWebhookEvent[]) =>
  reconcileWebhooks({
    hooks: [{ tenant: "bestattung", created_at: timeAtSecond(0), delivered }],
    subscribers: [programSubscriber],
  }).map(({ kind }) => kind);

describe("webhook of the day", () => {
  it("the simulation accepts a webhook that is called with the events of its stream, in any order and repeatedly", () => {
    expect(faultKindsIn(webhookCalls)).toEqual([]);
    expect(faultKindsIn([...webhookCalls.toReversed(), ...webhookCalls.slice(1, 3)])).toEqual([]);
  });

  it("the simulation reports an event for which a webhook was not called", () => {
    expect(faultKindsIn(webhookCalls.slice(1))).toEqual(["webhook missed an event"]);
  });

  it("the simulation reports a webhook called with an event that no stream showed, or with one event under two ids", () => {
    const [first] = webhookCalls as [DeliveredWebhookEvent];
    expect(faultKindsIn([...webhookCalls, { ...first, id: "another" }])).toEqual(["webhook was called for nothing"]);
    const strange = { ...first, id: "strange", data: { case_id: "another tenant's" } };
    expect(faultKindsIn([...webhookCalls, strange])).toEqual(["webhook was called for nothing"]);
  });

  it("the simulation accepts a webhook called with an event from just before its creation", () => {
    const [first] = webhookCalls as [DeliveredWebhookEvent];
    const before = { ...first, id: "before", timestamp: timeAtSecond(-1), data: { case_id: "of a minute ago" } };
    expect(faultKindsIn([...webhookCalls, before])).toEqual([]);
    expect(faultKindsIn([before, ...webhookCalls.slice(1)])).toEqual(["webhook missed an event"]);
  });
});
