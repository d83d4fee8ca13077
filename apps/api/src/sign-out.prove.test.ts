import { describe, expect, it } from "vitest";
import { PostgresNodeBus } from "#platform/events/postgres-bus";
import {
  endSessionFromOtherSession,
  measureSessionEnding,
  endSessionBySignOut,
  sessionEndingByBlockedAccount,
} from "./testing/races/session-endings";
import { startApi } from "./testing/start-api";

/** Bus whose calls to other nodes get lost; events in the log are still found. */
class BusWithoutDelivery extends PostgresNodeBus {
  override cast() {}
}

const REVOKED_MS_MAX = 1_000;
const CLOSED_MS_MAX = 5_000;

describe("signing out", () => {
  const api = startApi();

  it.each([
    ["the session that its user signs out of", { end: endSessionBySignOut }],
    ["the session that its owner ends from another device", { end: endSessionFromOtherSession }],
    ["a program whose account was stopped", sessionEndingByBlockedAccount],
  ])(
    "every node ends %s within a second and its streams within five, whatever is being written",
    async (_of, ending) => {
      const { revokedMs, closedMs } = await measureSessionEnding(api, { ...ending, giveUpMs: REVOKED_MS_MAX * 2 });
      expect(revokedMs).toBeLessThan(REVOKED_MS_MAX);
      expect(closedMs).toBeLessThan(CLOSED_MS_MAX);
    },
  );

  it("sessions end in time by the event log when calls between nodes get lost", async () => {
    const { revokedMs } = await measureSessionEnding(api, {
      end: endSessionBySignOut,
      giveUpMs: REVOKED_MS_MAX * 2,
      Bus: BusWithoutDelivery,
    });
    expect(revokedMs).toBeLessThan(REVOKED_MS_MAX);
  });
});
