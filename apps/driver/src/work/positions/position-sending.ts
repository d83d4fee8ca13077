import { isShiftStartUnsent } from "#outbox/shift-start.ts";
import { sendPositions } from "#positions/send-positions.ts";
import { api, certainClockOffset, learnClockOffset } from "../api.ts";
import { waitingPositionCount } from "./duty.ts";
import { driverDb, requireDeviceKey, phoneSecrets } from "../phone.ts";
import { erasePhoneData } from "../disable.ts";
import { endSession } from "../sign-in.ts";

/** Sends stored positions: in a queue of their own, after no step but the start of the shift. */
export async function sendPositionsNow() {
  const { token, user } = phoneSecrets.get() ?? {};
  if (token && user && !(await isShiftStartUnsent(driverDb, await requireDeviceKey()))) {
    if ((await driverDb.positions.count()) > 0) await learnClockOffset();
    const end = await sendPositions({
      db: driverDb,
      deviceKey: await requireDeviceKey(),
      user_id: user.id,
      client: api,
      clockOffset: certainClockOffset,
    });
    if (end === "wipe") return erasePhoneData();
    if (end === "sign_in") await endSession();
  }
  waitingPositionCount.set(await driverDb.positions.count());
}
