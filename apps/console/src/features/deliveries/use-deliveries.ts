import { useQuery } from "@tanstack/react-query";
import { signedInUserQuery, useHasGrant } from "#shared/api/me.ts";

const POLL_MS = 60_000;

/** Which deliveries the user may see, and how many of them are stuck until a user acts. */
export function useStuckDeliveries() {
  const may = useHasGrant();
  const { data: me } = useQuery(signedInUserQuery);
  const hasWebhooks = may("getWebhooks");
  // Only roadside companies have a partner.
  const hasQueue = may("getQueuedEvents") && me?.tenant.type === "ROADSIDE_ASSISTANCE";
  const isOffered = hasWebhooks || hasQueue;
  const { data: standing = 0 } = useQuery({
    queryKey: ["deliveries", "standing", hasWebhooks, hasQueue],
    queryFn: async () => (await import("./stuck-deliveries.ts")).countStuckDeliveries({ hasWebhooks, hasQueue }),
    enabled: isOffered,
    staleTime: 0,
    refetchInterval: POLL_MS,
  });
  return { isOffered, hasWebhooks, hasQueue, standing };
}
