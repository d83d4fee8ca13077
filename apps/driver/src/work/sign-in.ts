import { createClient } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import { phoneFunctions } from "#device/this-device.ts";
import { isUnsentPhoto } from "#photos/photo-row.ts";
import { apiBaseUrl, createDriverApiBeforeSignIn } from "./api.ts";
import { erasePhoneData } from "./disable.ts";
import { createMemoryResetCheck } from "./memory.ts";
import {
  phoneCompany,
  driverDb,
  findKnownDeviceToken,
  deletePhoneSecrets,
  storeCompany,
  storeKnownDeviceToken,
  storePhoneSecrets,
  lockApp,
  sealCacheWithPin,
  ensureDeviceKey,
  phoneSecrets,
  runWithPinLock,
  unlockCacheKeyWithPin,
  unlockedCacheKey,
  type UnlockOutcome,
} from "./phone.ts";

/** Chooses the phone's company, by the short name that its staff uses. */
export async function chooseCompany(short_code: string) {
  const open = createDriverApiBeforeSignIn();
  const [config, { tenant_key }] = await Promise.all([
    open.getTenantConfig({ short_code }),
    open.getTenantKey({ short_code }),
  ]);
  await storeCompany({ ...config, tenant_key });
}

export async function requestPhoneSignInCode(phone_number: string) {
  const known_device_token = await findKnownDeviceToken();
  return createDriverApiBeforeSignIn().authDevice({
    phone_number,
    ...(known_device_token === undefined ? {} : { known_device_token }),
  });
}

export async function signInPhone(phone_number: string, one_time_code: string) {
  const session = await createDriverApiBeforeSignIn().verifyDevice({ phone_number, one_time_code });
  const { token, device_id, known_device_token } = session;
  await ensureDeviceKey();
  await storeKnownDeviceToken(known_device_token);
  await storePhoneSecrets({ device_token: token, device_id, token: null, pin_token: null, user: null });
}

/** Known-device token of this phone: failed sign-ins of others in its network do not delay it. */
function knownDeviceInput() {
  const device_token = phoneSecrets.get()?.device_token;
  return device_token === undefined ? {} : { device_token };
}

export const requestDriverSignInCode = (phone_number: string) =>
  createDriverApiBeforeSignIn().authUserPhoneNumber({ phone_number, ...knownDeviceInput() });

export const verifyDriverSignInCode = (phone_number: string, code: string) =>
  createDriverApiBeforeSignIn().verifyUserPhoneNumber({ phone_number, code, ...knownDeviceInput() });

/** Signs a driver in on this phone; the PIN also locks the phone's data. */
export async function signInDriver({
  pin_token,
  pin,
  phone_number,
}: {
  pin_token: string;
  pin: string;
  phone_number: string;
}) {
  await renewSession(pin_token, pin, phone_number);
  await sealCacheWithPin(pin);
}

async function renewSession(pin_token: string, pin: string, phone_number: string) {
  const known = phoneSecrets.get();
  if (!known) throw new Error("The phone has not signed in.");
  const session = await createDriverApiBeforeSignIn().authUserPin({ pin_token, pin, device_token: known.device_token });
  if (await hasUnsentEntriesOfOthers(session.user_id)) throw new OtherDriverUnsentEntriesError();
  // The name of the same driver is known: a second answer could be lost, and with it the session that has begun.
  const firstname = known.user?.id === session.user_id ? known.user.firstname : await fetchFirstName(session.token);
  await storePhoneSecrets({
    ...known,
    token: session.token,
    pin_token: session.pin_token,
    user: { id: session.user_id, firstname, phone_number },
  });
}

async function fetchFirstName(token: string): Promise<string> {
  const { user } = await createClient({ baseUrl: apiBaseUrl, token: () => token }).getUserInfo();
  return user?.firstname ?? "";
}

/** Thrown when another driver has unsent entries on this phone: they can only be sent in that driver's session. */
export class OtherDriverUnsentEntriesError extends Error {}

const hasUnsentEntriesOfOthers = async (user_id: string) => {
  const isOfOthers = (row: { readonly user_id: string }) => row.user_id !== user_id;
  const rows = driverDb.outbox.filter((row) => row.status !== "sent" && isOfOthers(row));
  const photos = driverDb.photos.filter((photo) => isUnsentPhoto(photo) && isOfOthers(photo));
  return (await rows.count()) + (await photos.count()) > 0;
};

/**
 * Unlocks the phone's data, with or without network; where the session has ended, the same PIN begins the next one.
 * Returns `sms` when only a code by SMS can continue: the phone then stays locked.
 */
export const unlockAndRenewSession = (pin: string): Promise<UnlockOutcome | "sms"> =>
  runWithPinLock(async () => {
    // The PIN typed before has unlocked in the meantime; its session must not be begun twice.
    if (unlockedCacheKey.get() !== null) return "open";
    const isStillSignedIn = createMemoryResetCheck();
    const key = await unlockCacheKeyWithPin(pin);
    if (typeof key === "string") return key;
    const outcome = await renewEndedSession(pin);
    // Published last: the shift is fetched at once, and the refusal of a request without a session locks the app.
    if (outcome === "open" && isStillSignedIn()) unlockedCacheKey.set(key);
    return outcome;
  });

async function renewEndedSession(pin: string): Promise<"open" | "sms"> {
  const known = phoneSecrets.get();
  if (!known?.user || known.token !== null) return "open";
  if (known.pin_token === null) return "sms";
  try {
    await renewSession(known.pin_token, pin, known.user.phone_number);
    return "open";
  } catch (error) {
    // Without network, or during an outage, the driver works on: entries are sent when the session has been renewed.
    if (!(error instanceof ApiProblem) || error.code === "UNREACHABLE" || error.status >= 500) return "open";
    if (error.code === "AUTH_DEVICE_DISABLED") await erasePhoneData();
    return "sms";
  }
}

/** Ends the session: all stored entries stay, and are sent when the same driver has typed the PIN. */
export async function endSession() {
  const known = phoneSecrets.get();
  if (known?.token) await storePhoneSecrets({ ...known, token: null });
  lockApp();
}

/**
 * Whether the phone's own session has ended, by a sign-in elsewhere or a sign-out: the phone then begins with its SMS.
 */
export const isPhoneSessionOver = (error: unknown) =>
  error instanceof ApiProblem && error.code.startsWith("AUTH_TOKEN_") && error.status === 401;

export async function signOutPhone() {
  await Promise.all([phoneFunctions.push.forget(), deletePhoneSecrets()]);
}

export const phoneCompanyName = () => phoneCompany.get()?.name ?? "Leitstand";
