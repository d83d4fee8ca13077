/** Push subscription of this phone, and handling of pushed messages. */
import { ApiProblem } from "@leitstand/client/problem";
import { createClient } from "@leitstand/client/client";
import { phoneFunctions } from "#device/this-device.ts";
import { isSubscriptionDue, type SentSubscription } from "#push/subscription.ts";
import { apiBaseUrl, createDriverApiBeforeSignIn } from "../api.ts";
import { registerMemoryReset } from "../memory.ts";
import { storeTappedNoticeUrl } from "./tapped-case.ts";
import { openCaseOfTappedNotice } from "./open-tapped-case.ts";
import { unlockedCacheKey, phoneCompany, storeCompany, phoneSecrets } from "../phone.ts";
import { sendOutboxAndRefetchShift } from "../sending.ts";

let lastSentSubscription: SentSubscription | null = null;
registerMemoryReset(() => (lastSentSubscription = null));

/** Sends the server the push subscription of this phone, where pushes are allowed. */
export async function sendPushSubscription() {
  const known = phoneCompany.get();
  const device_token = phoneSecrets.get()?.device_token;
  if (known === null || device_token === undefined || (await phoneFunctions.push.permission()) !== "granted") return;
  try {
    // The key may have changed since this phone has signed in.
    const config = await createDriverApiBeforeSignIn().getTenantConfig({ short_code: known.short_code });
    await storeCompany({ ...config, tenant_key: known.tenant_key });
    const web_push = await phoneFunctions.push.subscribe(config.web_push_public_key);
    if (web_push === undefined) return;
    await createClient({ baseUrl: apiBaseUrl, attempts: 1, token: () => device_token }).updateOwnPushToken({
      web_push,
    });
    lastSentSubscription = { at: Date.now(), device_token };
  } catch (error) {
    // Without network, or where the browser reaches no push service, the next start of the app tries again.
    if (!(error instanceof ApiProblem || error instanceof DOMException)) throw error;
  }
}

/** Handles pushes for as long as the page lives. */
export function handlePushes() {
  const tellAgain = () => {
    const device_token = phoneSecrets.get()?.device_token;
    if (device_token === undefined) return;
    if (isSubscriptionDue(lastSentSubscription, { now: Date.now(), device_token })) void sendPushSubscription();
  };
  const look = () => {
    if (document.visibilityState === "hidden") return;
    tellAgain();
    if (unlockedCacheKey.get() !== null) void phoneFunctions.push.clear();
  };
  phoneFunctions.push.follow((news) => {
    if (news.is === "opened") storeTappedNoticeUrl(news.address);
    openCaseOfTappedNotice({ isFetched: false });
    void sendOutboxAndRefetchShift().then(() => openCaseOfTappedNotice({ isFetched: true }));
  });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", tellAgain);
  unlockedCacheKey.subscribe(look);
  look();
}
