import { queryOptions } from "@tanstack/react-query";
import { api } from "#shared/api.ts";
import type { Point } from "./geometry.ts";

/** Outlines change rarely; waiting times come with the board. */
export const areasQuery = queryOptions({
  queryKey: ["areas"],
  queryFn: () => api.getAreas(),
  staleTime: 600_000,
});
export const caseQuery = (id: string) => queryOptions({ queryKey: ["case", id], queryFn: () => api.getCase({ id }) });
export const tourQuery = (id: string) => queryOptions({ queryKey: ["tour", id], queryFn: () => api.getTour({ id }) });

type FullCase = Awaited<ReturnType<typeof api.getCase>>;
interface Addresses {
  readonly target_address?: { readonly lat?: number | null; readonly lon?: number | null } | null;
}

/** Where a case ends; the board itself carries only the city. */
export function targetOf(job: FullCase | undefined): Point | undefined {
  const target = ((job?.funeral_data ?? job?.rsa_data) as Addresses | null | undefined)?.target_address;
  const { lat, lon } = target ?? {};
  return typeof lat === "number" && typeof lon === "number" ? [lon, lat] : undefined;
}
