import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/**
 * Cache time in milliseconds of master data, which changes a few times a year and is needed by every part of the board.
 */
const MASTER_DATA_KEPT_MS = 600_000;

export const branchesQuery = queryOptions({
  queryKey: ["branches"],
  queryFn: () => api.getBranches(),
  staleTime: MASTER_DATA_KEPT_MS,
});

export const skillsQuery = queryOptions({
  queryKey: ["skills"],
  queryFn: () => api.getSkills(),
  staleTime: MASTER_DATA_KEPT_MS,
});
