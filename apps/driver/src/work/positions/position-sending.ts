import { isStartWaiting } from "#outbox/start-waiting.ts";
import { sendPositions } from "#positions/send-positions.ts";
import { api, clockOffset } from "../api.ts";
import { waitingPositions } from "./duty.ts";
import { db, deviceKey, secrets } from "../phone.ts";
import { disable } from "../disable.ts";
import { endSession } from "../sign-in.ts";

/** Sends stored positions: in a queue of their own, after no step but the start of the shift. */
export async function sendPositionsNow() {
  const { token, user } = secrets.get() ?? {};
  if (token && user && !(await isStartWaiting(db, await deviceKey()))) {
    const end = await sendPositions({
      db,
      deviceKey: await deviceKey(),
      user_id: user.id,
      client: api,
      clockOffset: () => clockOffset.get() ?? 0,
    });
    if (end === "wipe") return disable();
    if (end === "sign_in") await endSession();
  }
  waitingPositions.set(await db.positions.count());
}
