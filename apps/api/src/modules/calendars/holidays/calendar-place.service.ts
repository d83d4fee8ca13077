import type { CalendarCreateRequest } from "@leitstand/contract/board/calendars";
import type { Static } from "@leitstand/contract/core/schema";
import { problem } from "#platform/problem";
import { findUnknownHolidayPlaceFault } from "./holiday-place.service";

type CalendarHolidayPlace = Pick<Static<typeof CalendarCreateRequest>, "holiday_country" | "holiday_region">;

/** Refuses a place that the holiday data does not have. */
export async function requireKnownHolidayCountryAndRegion({
  holiday_country = null,
  holiday_region = null,
}: CalendarHolidayPlace) {
  if (holiday_country === null) {
    if (holiday_region === null) return;
    throw problem("FIELD_COMBINATION_INVALID", { fields: "holiday_country,holiday_region" });
  }
  const fault = await findUnknownHolidayPlaceFault({ country: holiday_country, region: holiday_region });
  if (fault)
    throw problem("VALIDATION_FAILED", { field: `holiday_${fault.part}`, rule: "enum", expected: fault.expected });
}
