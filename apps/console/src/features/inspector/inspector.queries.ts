import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";

/**
 * State history of a case. Queries with a key of `case` and an id are read again when the live stream reports a change
 * of it.
 */
export const caseHistoryQuery = (id: string) =>
  queryOptions({ queryKey: ["case", id, "history"], queryFn: () => api.getCaseStateHistory({ id }) });
export const caseCommentsQuery = (id: string) =>
  queryOptions({ queryKey: ["case", id, "comments"], queryFn: () => api.getCaseComments({ id, size: 100 }) });

export const vehicleQuery = (id: string) =>
  queryOptions({ queryKey: ["vehicle", id], queryFn: () => api.getVehicle({ id }) });

/** The bytes of a file, which never change. */
export const assetQuery = (id: string) =>
  queryOptions({
    queryKey: ["asset", id],
    queryFn: async () => (await api.getAsset({ id })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });
