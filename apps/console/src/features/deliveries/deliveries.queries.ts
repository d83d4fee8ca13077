import type { WebhookDelivery } from "@leitstand/contract/board/webhook";
import type { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { api, isApiProblem, queryClient } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useFaultDisplay, useIsShown } from "#shared/screen/use-fault-display.ts";

/** Poll interval in milliseconds while the screen is open: the live stream has no events about deliveries. */
const POLL_MS = 10_000;
const PAGE_SIZE = 50;

/** First part of the query keys of this screen. */
const DELIVERIES_KEY = "deliveries";

export const webhooksQuery = queryOptions({
  queryKey: [DELIVERIES_KEY, "webhooks"],
  queryFn: () => api.getWebhooks(),
  staleTime: 0,
  refetchInterval: POLL_MS,
});

/** Poll interval of a list, longer for long lists: each poll reads all pages that are shown. */
const pollIntervalOfList = ({
  state,
}: {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined };
}) => POLL_MS * (state.data?.pages.length ?? 1);

/** Deliveries of a webhook, the newest first; the next page begins below the lowest `sequence` of the last one. */
export const deliveriesQuery = (id: string, status: WebhookDelivery["status"] | undefined) =>
  infiniteQueryOptions({
    queryKey: [DELIVERIES_KEY, "of", id, status],
    queryFn: ({ pageParam: before }) =>
      api.getWebhookDeliveries({
        id,
        size: PAGE_SIZE,
        ...(status === undefined ? {} : { status }),
        ...(before === undefined ? {} : { before }),
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < PAGE_SIZE ? undefined : last.at(-1)?.sequence),
    staleTime: 0,
    refetchInterval: pollIntervalOfList,
  });

/** Events of the partner's queue, the oldest first, as they are sent. */
const queuedEventsQuery = (status: QueuedEvent["status"]) =>
  infiniteQueryOptions({
    queryKey: [DELIVERIES_KEY, "queue", status],
    queryFn: ({ pageParam: page }) => api.getQueuedEvents({ status, page, size: PAGE_SIZE }),
    initialPageParam: 0,
    getNextPageParam: ({ meta: { page, total_pages } }) => (page + 1 < total_pages ? page + 1 : undefined),
    staleTime: 0,
    refetchInterval: pollIntervalOfList,
  });

export const useQueuedEvents = (status: QueuedEvent["status"]) => useInfiniteQuery(queuedEventsQuery(status));
export const countQueuedEvents = ({ data }: Pick<ReturnType<typeof useQueuedEvents>, "data">): number =>
  data?.pages[0]?.meta.total_elements ?? 0;

/** Number of events of the case that wait behind a failed one. */
export const eventsWaitingBehindCountQuery = ({ id, case_id }: Pick<QueuedEvent, "id" | "case_id">) =>
  queryOptions({
    queryKey: [DELIVERIES_KEY, "behind", id],
    queryFn: async () => {
      const { queued_events } = await api.getQueuedEvents({ status: "CREATED", case_id: case_id ?? "", size: 1000 });
      return queued_events.filter(({ blocked_by }) => blocked_by === id).length;
    },
    enabled: case_id !== null,
    staleTime: 0,
  });

/** The partner's system; null when none is connected. */
export const partnerConnectorQuery = (tenant_id: string) =>
  queryOptions({
    queryKey: [DELIVERIES_KEY, "partner", tenant_id],
    queryFn: () =>
      api.getConnector({ id: tenant_id, kind: "PARTNER" }).catch((error: unknown) => {
        if (isApiProblem(error, "RESOURCE_NOT_FOUND")) return null;
        throw error;
      }),
    staleTime: 0,
    refetchInterval: POLL_MS,
  });

interface DeliveryActionOptions {
  /** Beginning of the message about a refusal that comes once the control has left the page. */
  readonly name: string;
  readonly onDone?: () => void;
  /** Closes the dialog of the action; not called once it was left, as another one may be open then. */
  readonly onClose?: () => void;
}

/** Runs an action on deliveries; afterwards all that is shown is read again. */
export function useDeliveryAction<I, A>(
  act: (input: I) => Promise<A>,
  { name, onDone, onClose }: DeliveryActionOptions,
) {
  const textOf = useFaultText();
  const isShown = useIsShown();
  const showFault = useFaultDisplay();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: act,
    onSuccess: () => {
      onDone?.();
      if (isShown()) onClose?.();
    },
    // Beside its control it is shown by the state of the request.
    onError: (refusal) => showFault(textOf(refusal).message, { name, beside: () => undefined }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: [DELIVERIES_KEY] });
      requestAnimationFrame(keepFocusOnScreen);
    },
  });
  return { run: mutate, data, isBusy: isPending, fault: error === null ? undefined : textOf(error).message };
}

/** Keeps the keyboard focus on the screen: the row whose button was pressed may have moved to another list. */
function keepFocusOnScreen() {
  if (document.activeElement === document.body) document.querySelector<HTMLElement>("[data-deliveries]")?.focus();
}
