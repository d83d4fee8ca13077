import { useStore } from "@leitstand/app/store";
import { useEffect, useState } from "react";
import { lastPositionFix } from "#work/positions/duty.ts";
import { readDriverSettings } from "#work/settings.ts";
import type { PlaceAddress } from "#shared/address.ts";
import { metersToPlace } from "./stored-places.ts";

/** Distance in kilometres by the phone's own position, when it is too far for an arrival; it only warns. */
export function useArrivalDistanceWarning(place: PlaceAddress | undefined): number | undefined {
  const fix = useStore(lastPositionFix);
  const [limit, setLimit] = useState<number>();
  useEffect(() => void readDriverSettings().then(({ arrive_warning_meters }) => setLimit(arrive_warning_meters)), []);
  const meters = metersToPlace(place, fix ?? undefined);
  if (meters === undefined || limit === undefined || meters - (fix?.accuracy_meters ?? 0) <= limit) return undefined;
  return Math.max(0.1, Math.round(meters / 100) / 10);
}
