import { ApiProblem } from "@leitstand/client/problem";
import { createClient } from "@leitstand/client/client";
import { device } from "#device/this-device.ts";
import { baseUrl, openApi } from "../api.ts";
import { whenForgotten } from "../memory.ts";
import { call } from "./called.ts";
import { openCalled } from "./open-called.ts";
import { cacheKey, company, keepCompany, secrets } from "../phone.ts";
import { lookAgain } from "../sending.ts";

/** Push subscription of this phone, and handling of pushed messages. */

/**
 * Interval in milliseconds for sending the subscription again: the server deletes it when a push service reports that
 * it is gone.
 */
const TELL_EVERY_MS = 3_600_000;
let toldAt = 0;
whenForgotten(() => (toldAt = 0));

/** Sends the server the push subscription of this phone, where pushes are allowed. */
export async function keepPushed() {
  const known = company.get();
  const device_token = secrets.get()?.device_token;
  if (known === null || device_token === undefined || (await device.push.permission()) !== "granted") return;
  try {
    // The key may have changed since this phone has signed in.
    const config = await openApi().getTenantConfig({ short_code: known.short_code });
    await keepCompany({ ...config, tenant_key: known.tenant_key });
    const web_push = await device.push.subscribe(config.web_push_public_key);
    if (web_push === undefined) return;
    await createClient({ baseUrl, attempts: 1, token: () => device_token }).updateOwnPushToken({ web_push });
    toldAt = Date.now();
  } catch (error) {
    // Without network, or where the browser reaches no push service, it is tried again when the app is opened again.
    if (!(error instanceof ApiProblem || error instanceof DOMException)) throw error;
  }
}

/** Handles pushes for as long as the page lives. */
export function followPush() {
  const tellAgain = () => {
    if (Date.now() - toldAt > TELL_EVERY_MS) void keepPushed();
  };
  const look = () => {
    if (document.visibilityState === "hidden") return;
    tellAgain();
    if (cacheKey.get() !== null) void device.push.clear();
  };
  device.push.follow((news) => {
    if (news.is === "opened") call(news.address);
    openCalled({ isFetched: false });
    void lookAgain().then(() => openCalled({ isFetched: true }));
  });
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", tellAgain);
  cacheKey.subscribe(look);
  look();
}
