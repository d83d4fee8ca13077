/** Answers like the server's; no real receiver is called, so that times are fixed. */
import type { Page } from "playwright-core";
import type { Webhook, WebhookDelivery } from "../../packages/contract/src/board/webhook";
import type { QueuedEvent } from "../../packages/contract/src/partners/queued-events";
import type { ScreenScenario, ScreenScenarioContext } from "./screen";

const writtenFields = { created_at: "2026-11-16T07:00:00Z", updated_at: "2026-11-18T08:00:00Z", lock_version: 1 };
const numberedId = (number: number) => `6f1d5f0a-1f37-4a52-8a0e-5d6a1c0f7e${String(number).padStart(2, "0")}`;
const aWebhook = (number: number, own: Partial<Webhook>): Webhook => ({
  id: numberedId(number),
  ...writtenFields,
  url: "https://hooks.example.com/leitstand",
  description: null,
  service_account_user_id: numberedId(90),
  event_types: ["case action"],
  branch_ids: null,
  active: true,
  disabled_reason: null,
  failing_since: null,
  recovering_since: null,
  previous_secret_until: null,
  ...own,
});
const exampleWebhooks = [
  aWebhook(1, { description: "Buchhaltung", previous_secret_until: "2026-11-19T07:30:00Z" }),
  aWebhook(2, { description: "Lagerverwaltung", failing_since: "2026-11-18T06:12:00Z" }),
  aWebhook(3, { active: false, disabled_reason: "GONE" }),
];

const aDelivery = (number: number, own: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: numberedId(10 + number),
  webhook_id: numberedId(1),
  type: "case action",
  sequence: 48_213 - number,
  status: "DELIVERED",
  attempts: 1,
  occurred_at: `2026-11-18T08:${30 - number}:00Z`,
  due_at: null,
  last_attempt_at: `2026-11-18T08:${30 - number}:02Z`,
  last_status: 204,
  last_error: null,
  delivered_at: `2026-11-18T08:${30 - number}:02Z`,
  ...own,
});
const undeliveredFields = { delivered_at: null, last_status: null } as const;
const exampleDeliveries = [
  aDelivery(1, {}),
  aDelivery(2, {
    ...undeliveredFields,
    status: "PENDING",
    attempts: 2,
    last_status: 503,
    due_at: "2026-11-18T08:58:00Z",
  }),
  aDelivery(3, { ...undeliveredFields, status: "FAILED", attempts: 10, last_error: "CONNECTION_FAILED: ECONNREFUSED" }),
  aDelivery(4, { ...undeliveredFields, status: "HELD", attempts: 0, type: "tour update", last_attempt_at: null }),
];

const anEvent = (number: number, own: Partial<QueuedEvent>): QueuedEvent => ({
  id: numberedId(30 + number),
  ...writtenFields,
  created_at: `2026-11-18T08:1${number}:00Z`,
  type: "case_status_updated",
  status: "CREATED",
  case_id: numberedId(80),
  tour_id: null,
  vehicle_id: null,
  external_id: "OE-2026-778812",
  attempts: 0,
  due_at: "2026-11-18T08:42:00Z",
  last_status: null,
  last_error: null,
  blocked_by: null,
  ...own,
});
const exampleEvents = [
  anEvent(1, { status: "FAILED_UPDATE_CASE_IN_TF", attempts: 1, last_status: 422, last_error: "HTTP 422" }),
  anEvent(2, { type: "case_finished", blocked_by: numberedId(31) }),
  anEvent(3, {
    status: "SKIPPED",
    type: "case_callback",
    external_id: "OE-2026-778790",
    attempts: 1,
    last_status: 400,
  }),
];

const answerJson = (page: Page, path: RegExp, answer: (query: URLSearchParams) => unknown) =>
  page.route(path, (route) => route.fulfill({ json: answer(new URL(route.request().url()).searchParams) }));

async function serveDeliveries(page: Page) {
  await answerJson(page, /\/api\/v1\/webhooks$/, () => exampleWebhooks);
  await answerJson(page, /\/deliveries\?/, () => exampleDeliveries);
  await answerJson(page, /\/rotate_secret$/, () => ({
    ...exampleWebhooks[0],
    secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDL1ghp7UbqBQ=",
  }));
  await answerJson(page, /\/queued_events\?/, (query) => {
    const found = exampleEvents.filter(({ status }) => status === query.get("status"));
    return { meta: { page: 0, size: 50, total_elements: found.length, total_pages: 1 }, queued_events: found };
  });
}

const waitForDeliveries = async ({ page, word }: ScreenScenarioContext) => {
  await page.getByRole("region", { name: word("deliveries.name"), exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector(".ui-skeleton") === null);
};
const administratorScreen = {
  company: "pannenhilfe",
  who: "admin",
  network: serveDeliveries,
  isReady: waitForDeliveries,
} as const;
const pressButton = ({ page, word }: ScreenScenarioContext, name: string) =>
  page.getByRole("button", { name: word(name) }).click();

/** Screens of deliveries, over the board. */
export const deliveryScreenScenarios: readonly ScreenScenario[] = [
  { ...administratorScreen, name: "deliveries-queue", path: "/?deliveries=queue" },
  {
    ...administratorScreen,
    name: "deliveries-webhook",
    path: `/?deliveries=${numberedId(1)}`,
    reach: ({ page }) =>
      page
        .getByRole("button", { expanded: false, name: /^case action/ })
        .nth(2)
        .click(),
  },
  {
    ...administratorScreen,
    name: "deliveries-secret",
    path: `/?deliveries=${numberedId(1)}`,
    reach: async (stage) => {
      await pressButton(stage, "deliveries.new_secret");
      await pressButton(stage, "deliveries.secret_go");
      await stage.page.getByText(stage.word("deliveries.secret_once")).waitFor();
    },
  },
  {
    ...administratorScreen,
    name: "deliveries-fault",
    path: "/?deliveries=queue",
    network: (page) => page.route(/\/api\/v1\/webhooks$/, (route) => route.fulfill({ status: 400, json: {} })),
    isReady: async ({ page }) => page.getByRole("alert").waitFor(),
  },
];
