import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "./api.ts";

export const signedInUserQuery = queryOptions({
  queryKey: ["me"],
  queryFn: () => api.getUserInfo(),
  staleTime: 300_000,
});

/** Whether the company mails documents of handovers as attachments. */
export function useSendsHandoverAttachments(): boolean {
  const { data } = useQuery(signedInUserQuery);
  return data?.tenant.handover_attachments ?? false;
}

/** Whether the signed-in user holds a grant anywhere; the server decides where exactly. */
export function useHasGrant(): (grant: string) => boolean {
  const { data } = useQuery(signedInUserQuery);
  return (grant) => data?.grants.some((held) => held.grant === grant) ?? false;
}
