import { Webhook, WebhookDelivery } from "@leitstand/contract/board/webhook";
import { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import { vi } from "vitest";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { readBoardView, type BoardViewProps } from "#shared/state/board-view.ts";
import { numberedId, exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { mountComponent } from "#shared/testing/mount-testkit.tsx";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { DeliveriesLayer } from "./deliveries-layer.tsx";

type ServerAnswers = Parameters<typeof stubApiFetch>[0];

export const aWebhook = (own: Partial<Webhook> = {}): Webhook => ({ ...exampleOfSchema(Webhook), ...own });
export const aWebhookDelivery = (number: number, own: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  ...exampleOfSchema(WebhookDelivery),
  id: numberedId(number),
  ...own,
});
export const aQueuedEvent = (number: number, own: Partial<QueuedEvent> = {}): QueuedEvent => ({
  ...exampleOfSchema(QueuedEvent),
  id: numberedId(number),
  ...own,
});

/** Answers with pages of the queue, filtered by the requested status as the server does it. */
export const createQueuedEventsAnswer =
  (events: () => readonly QueuedEvent[]): NonNullable<ServerAnswers["getQueuedEvents"]> =>
  ({ query }) => {
    const [wanted, about] = [query.get("status"), query.get("case_id")];
    const found = events().filter(
      ({ status, case_id }) => (wanted ?? status) === status && (about ?? case_id) === case_id,
    );
    const size = Number(query.get("size"));
    return {
      meta: { page: 0, size, total_elements: found.length, total_pages: Math.ceil(found.length / size) },
      queued_events: found.slice(0, size),
    };
  };

interface OpenDeliveriesOptions {
  readonly grants: string[];
  readonly answers?: ServerAnswers;
  /** Destination that the address chooses; the first one when left out. */
  readonly chosen?: string;
}

/** Opens the deliveries screen over a page, for a roadside company: only such companies have a partner. */
export async function openTestDeliveriesScreen({ grants, answers = {}, chosen = "all" }: OpenDeliveriesOptions) {
  const server = stubApiFetch({
    getUserInfo: () => aDispatcher({ grants, type: "ROADSIDE_ASSISTANCE" }),
    getWebhooks: () => [],
    getWebhookDeliveries: () => [],
    getQueuedEvents: createQueuedEventsAnswer(() => []),
    ...answers,
  });
  const onView = vi.fn<BoardViewProps["onView"]>();
  await mountComponent(
    <DeliveriesLayer view={readBoardView({ deliveries: chosen })} onView={onView}>
      <p>the board</p>
    </DeliveriesLayer>,
  );
  return { server, onView };
}
