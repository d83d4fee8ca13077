import { describe, expect, it } from "vitest";
import {
  endSessionFromOtherSession,
  measureSessionEnding,
  endSessionBySignOut,
  sessionEndingByBlockedAccount,
} from "./testing/races/session-endings";
import { startApi } from "./testing/start-api";

/** Milliseconds after which the older transaction is ended. */
const abortAfterMs = 60_000;

describe("signing out", () => {
  const api = startApi();

  it.each([
    ["that its user signs out of", endSessionBySignOut],
    ["that its owner ends from another device", endSessionFromOtherSession],
  ])(
    "every node ends the session %s and then its streams, even while an older write transaction is open",
    async (_of, end) => {
      expect(await measureSessionEnding(api, { end, giveUpMs: abortAfterMs })).toMatchObject({ isTaken: false });
    },
  );

  it("every node refuses a stopped service account and closes its streams", async () => {
    expect(await measureSessionEnding(api, { ...sessionEndingByBlockedAccount, giveUpMs: abortAfterMs })).toMatchObject(
      {
        isTaken: false,
      },
    );
  });
});
