import type { Session } from "@leitstand/contract/people/sessions";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { api, isApiProblem, queryClient } from "#shared/api/api.ts";

/** Poll interval in milliseconds: sessions begin and end without any event for the board. */
const POLL_MS = 15_000;

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: () => api.getOwnSessions(),
  staleTime: 0,
  refetchInterval: POLL_MS,
});

interface EndSessionOptions {
  readonly onEnded: (isOne: boolean) => void;
}

/** Ends one session, or all others where none is named. A session that has ended in the meantime counts as ended. */
export const useEndSession = ({ onEnded }: EndSessionOptions) =>
  useMutation({
    mutationFn: async (one: Session | undefined) => {
      if (one === undefined) return api.deleteOwnSessions();
      return api.deleteOwnSession({ id: one.id }).catch((error: unknown) => {
        if (!isApiProblem(error, "RESOURCE_NOT_FOUND")) throw error;
      });
    },
    onSuccess: (_none, one) => onEnded(one !== undefined),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
