import { useQuery } from "@tanstack/react-query";
import { meQuery, useGrants } from "#shared/api/me.ts";

const LOOK_MS = 60_000;

/** The part of deliveries that the person may see, and how many things there stand until a person does something about them. */
export function useDeliveries() {
  const may = useGrants();
  const { data: me } = useQuery(meQuery);
  const hasWebhooks = may("getWebhooks");
  // Only these companies have a partner.
  const hasQueue = may("getQueuedEvents") && me?.tenant.type === "ROADSIDE_ASSISTANCE";
  const isOffered = hasWebhooks || hasQueue;
  const { data: standing = 0 } = useQuery({
    queryKey: ["deliveries", "standing", hasWebhooks, hasQueue],
    queryFn: async () => (await import("./standing.ts")).countStanding({ hasWebhooks, hasQueue }),
    enabled: isOffered,
    staleTime: 0,
    refetchInterval: LOOK_MS,
  });
  return { isOffered, hasWebhooks, hasQueue, standing };
}
