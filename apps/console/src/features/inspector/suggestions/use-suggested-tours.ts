import type { Case } from "@leitstand/contract/cases/case";
import { useQuery } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";
import { useBoard } from "#live/use-entities.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { rankPlannedTours, type TourSuggestionRow, rankToursByDistance } from "./suggestions.ts";

/** Age in milliseconds after which an open list is fetched again, because positions change. */
const SUGGESTIONS_STALE_MS = 60_000;
const PLANNED_TOURS_MAX = 20;
const NEAR_VEHICLES_MAX = 30;

export interface SuggestedTours {
  /** Suggestions; undefined while they load. */
  readonly rows: readonly TourSuggestionRow[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Whether the case has a place; without one there is no distance to it. */
  readonly isPlaced: boolean;
  readonly isEstimate: boolean;
  readonly attribution: string | null;
}

/**
 * Running tours that could take a case, by the cost in the server's plan. Without the grant for plans they are sorted
 * by distance; without the grant for that either, only by their work on the board.
 */
export function useSuggestedTours(dispatchCase: Case): SuggestedTours {
  const isGranted = useHasGrant();
  const { lat, lon } = (dispatchCase.funeral_data ?? dispatchCase.rsa_data)?.source_address ?? {};
  const isPlaced = typeof lat === "number" && typeof lon === "number";
  const isPlanning = isGranted("getSuggestions");
  const fresh = { staleTime: SUGGESTIONS_STALE_MS, refetchInterval: SUGGESTIONS_STALE_MS };
  const board = useBoard("calm");
  const plans = useQuery({
    queryKey: ["suggestions", dispatchCase.id, dispatchCase.lock_version],
    queryFn: () => api.getSuggestions({ case_id: dispatchCase.id, size: PLANNED_TOURS_MAX }),
    enabled: isPlaced && isPlanning,
    ...fresh,
  });
  const near = useQuery({
    queryKey: ["nearest", lat, lon],
    queryFn: () =>
      api.getNearestActiveVehicles({ target_location: [lon as number, lat as number], size: NEAR_VEHICLES_MAX }),
    enabled: isPlaced && !isPlanning && isGranted("getNearestActiveVehicles"),
    ...fresh,
  });
  const asked = isPlanning ? plans : near;
  const rows =
    board === undefined || asked.isLoading
      ? undefined
      : isPlanning
        ? rankPlannedTours(dispatchCase, { plans: plans.data?.suggestions ?? [], board })
        : rankToursByDistance({ near: near.data?.vehicles ?? [], board });
  return {
    rows,
    error: asked.error,
    retry: () => void asked.refetch(),
    isPlaced,
    isEstimate: asked.data?.estimated ?? false,
    attribution: asked.data?.attribution ?? null,
  };
}
