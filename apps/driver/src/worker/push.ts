import de from "../../messages/de/notice.json";
import en from "../../messages/en/notice.json";
import { languageFor } from "#push/language.ts";
import { linkIn, type Notice, noticeOf } from "#push/notice.ts";
import { keepReceipt, sendReceipts } from "#push/receipts.ts";
import { subscribeBy } from "#push/subscription.ts";
import { db, findPhone } from "./phone.ts";
import { openWindows, worker } from "./scope.ts";

worker.addEventListener("push", (event) => event.waitUntil(take(event.data?.text())));

/**
 * Handles a push. It is always shown, because browsers withdraw the permission otherwise; showing it does not wait for
 * the rest.
 */
async function take(message: string | undefined) {
  const notice = noticeOf(message) ?? (await unreadable());
  await Promise.allSettled([show(notice), wakePages(), confirm(notice)]);
}

const show = ({ title, body, tag, address }: Notice) =>
  worker.registration.showNotification(title, {
    body,
    icon: "/driver/icon.svg",
    data: address,
    // A newer notice about the same case is a new matter: it sounds again.
    ...(tag !== "" && { tag, renotify: true }),
  } as NotificationOptions);

/** Notice for a push that cannot be read: something was meant for this driver, and the app shows what. */
async function unreadable(): Promise<Notice> {
  const [own, company] = await db.meta.bulkGet(["language", "company"]).catch(() => []);
  const language = languageFor({
    own: own?.value as string | undefined,
    browser: navigator.languages,
    company: (company?.value as { language?: string } | undefined)?.language,
  });
  return { ...{ de, en }[language], tag: "", address: "/driver/" };
}

async function wakePages() {
  for (const page of await openWindows()) page.postMessage({ is: "pushed" });
}

/** Stores and sends the receipt: it holds whether or not there is network at present. */
async function confirm({ address }: Notice) {
  const link = linkIn(address);
  const phone = await findPhone();
  if (link === undefined || phone === undefined) return;
  await keepReceipt(db, link);
  const end = await sendReceipts({ db, client: phone.client, clockOffset: phone.clockOffset });
  if (end === "again") await worker.registration.sync?.register("outbox");
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data ?? "/driver/")));
});

/** Opens an address; an open page goes there by itself, because loading it again would lock it. */
async function open(address: string) {
  const [page] = await openWindows();
  if (page === undefined) return worker.clients.openWindow(address);
  page.postMessage({ is: "opened", address });
  return page.focus();
}

worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain()));

/**
 * Renews the subscription, which browsers may change at any time; a failure is made up for when the app is opened next.
 */
async function subscribeAgain() {
  const phone = await findPhone();
  const { web_push_public_key } = ((await db.meta.get("company"))?.value ?? {}) as { web_push_public_key?: string };
  if (phone === undefined || web_push_public_key === undefined) return;
  const web_push = await subscribeBy(worker.registration.pushManager, web_push_public_key);
  await phone.asPhone.updateOwnPushToken({ web_push });
}
