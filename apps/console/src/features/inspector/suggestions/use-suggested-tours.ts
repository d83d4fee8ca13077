import type { Case } from "@leitstand/contract/cases/case";
import { useQuery } from "@tanstack/react-query";
import { api } from "#shared/api/api.ts";
import { useBoard } from "#live/use-entities.ts";
import { useGrants } from "#shared/api/me.ts";
import { planTours, type Suggestion, suggestTours } from "./suggestions.ts";

/** Positions move on; a list that stays open is asked for again. */
const FRESH_MS = 60_000;
const PLANNED_MAX = 20;
const NEAR_MAX = 30;

export interface SuggestedTours {
  /** Undefined: still to come. */
  readonly rows: readonly Suggestion[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
  /** False: the case has no place yet, so that nobody can tell a way to it. */
  readonly isPlaced: boolean;
  readonly isEstimate: boolean;
  readonly attribution: string | null;
}

/**
 * Running tours that could take a case: by what it costs each of them, as the server plans it. Who may not ask it for plans
 * sees how near they are, as far as that may be asked; the board alone tells how busy they are.
 */
export function useSuggestedTours(job: Case): SuggestedTours {
  const isGranted = useGrants();
  const { lat, lon } = (job.funeral_data ?? job.rsa_data)?.source_address ?? {};
  const isPlaced = typeof lat === "number" && typeof lon === "number";
  const isPlanning = isGranted("getSuggestions");
  const fresh = { staleTime: FRESH_MS, refetchInterval: FRESH_MS };
  const board = useBoard("calm");
  const plans = useQuery({
    queryKey: ["suggestions", job.id, job.lock_version],
    queryFn: () => api.getSuggestions({ case_id: job.id, size: PLANNED_MAX }),
    enabled: isPlaced && isPlanning,
    ...fresh,
  });
  const near = useQuery({
    queryKey: ["nearest", lat, lon],
    queryFn: () => api.getNearestActiveVehicles({ target_location: [lon as number, lat as number], size: NEAR_MAX }),
    enabled: isPlaced && !isPlanning && isGranted("getNearestActiveVehicles"),
    ...fresh,
  });
  const asked = isPlanning ? plans : near;
  const rows =
    board === undefined || asked.isLoading
      ? undefined
      : isPlanning
        ? planTours(job, { plans: plans.data?.suggestions ?? [], board })
        : suggestTours({ near: near.data?.vehicles ?? [], board });
  return {
    rows,
    error: asked.error,
    retry: () => void asked.refetch(),
    isPlaced,
    isEstimate: asked.data?.estimated ?? false,
    attribution: asked.data?.attribution ?? null,
  };
}
