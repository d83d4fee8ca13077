import { useStore } from "@leitstand/app/store";
import { useEffect, useState } from "react";
import { lastFix } from "#work/positions/duty.ts";
import { driverSettings } from "#work/settings.ts";
import type { Address } from "#shared/address.ts";
import { metersTo } from "./stored-places.ts";

/** Distance in kilometres by the phone's own position, when it is too far for an arrival; it only warns. */
export function useFarOff(place: Address | undefined): number | undefined {
  const fix = useStore(lastFix);
  const [limit, setLimit] = useState<number>();
  useEffect(() => void driverSettings().then(({ arrive_warning_meters }) => setLimit(arrive_warning_meters)), []);
  const meters = metersTo(place, fix ?? undefined);
  if (meters === undefined || limit === undefined || meters - (fix?.accuracy_meters ?? 0) <= limit) return undefined;
  return Math.max(0.1, Math.round(meters / 100) / 10);
}
