import de from "../../messages/de/notice.json";
import en from "../../messages/en/notice.json";
import { chooseLanguageFrom } from "#push/language.ts";
import { parseCaseAndTourIdsFromUrl, type PushNotice, parsePushNotice } from "#push/notice.ts";
import { storeCaseReceipt, sendCaseReceipts } from "#push/receipts.ts";
import { subscribeToPushWithKey } from "#push/subscription.ts";
import { workerDb, findSignedInPhone } from "./phone.ts";
import { findAppWindows, workerScope } from "./scope.ts";

workerScope.addEventListener("push", (event) => event.waitUntil(handlePush(event.data?.text())));

/**
 * Handles a push. It is always shown, because browsers withdraw the permission otherwise; showing it does not wait for
 * the rest.
 */
async function handlePush(message: string | undefined) {
  const notice = parsePushNotice(message) ?? (await unreadablePushNotice());
  await Promise.allSettled([showNotice(notice), wakePages(), confirmReceipt(notice)]);
}

const showNotice = ({ title, body, tag, address }: PushNotice) =>
  workerScope.registration.showNotification(title, {
    body,
    icon: "/driver/icon.svg",
    data: address,
    // A newer notice about the same case is a new matter: it sounds again.
    ...(tag !== "" && { tag, renotify: true }),
  } as NotificationOptions);

/** Notice for a push that cannot be read: something was meant for this driver, and the app shows what. */
async function unreadablePushNotice(): Promise<PushNotice> {
  const [own, company] = await workerDb.meta.bulkGet(["language", "company"]).catch(() => []);
  const language = chooseLanguageFrom({
    own: own?.value as string | undefined,
    browser: navigator.languages,
    company: (company?.value as { language?: string } | undefined)?.language,
  });
  return { ...{ de, en }[language], tag: "", address: "/driver/" };
}

async function wakePages() {
  for (const page of await findAppWindows()) page.postMessage({ is: "pushed" });
}

/** Stores and sends the receipt: it holds whether or not there is network at present. */
async function confirmReceipt({ address }: PushNotice) {
  const link = parseCaseAndTourIdsFromUrl(address);
  const phone = await findSignedInPhone();
  if (link === undefined || phone === undefined) return;
  await storeCaseReceipt(workerDb, link);
  await phone.learnClockOffset();
  const end = await sendCaseReceipts({ db: workerDb, client: phone.client, clockOffset: phone.clockOffset });
  if (end === "again") await workerScope.registration.sync?.register("outbox");
}

workerScope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openAddress(String(event.notification.data ?? "/driver/")));
});

/** Opens an address; an open page goes there by itself, because loading it again would lock it. */
async function openAddress(address: string) {
  const [page] = await findAppWindows();
  if (page === undefined) return workerScope.clients.openWindow(address);
  page.postMessage({ is: "opened", address });
  return page.focus();
}

workerScope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription()));

/**
 * Renews the subscription, which browsers may change at any time; a failure is made up for when the app is opened next.
 */
async function renewSubscription() {
  const phone = await findSignedInPhone();
  const { web_push_public_key } = ((await workerDb.meta.get("company"))?.value ?? {}) as {
    web_push_public_key?: string;
  };
  if (phone === undefined || web_push_public_key === undefined) return;
  const web_push = await subscribeToPushWithKey(workerScope.registration.pushManager, web_push_public_key);
  await phone.asPhone.updateOwnPushToken({ web_push });
}
