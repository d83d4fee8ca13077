import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

/** What changes a few times a year, and every part of the board asks for. */
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
