import { setImmediate as turn } from "node:timers/promises";
import type { HolidayKind, PublicHoliday, publicHolidayOperations } from "@leitstand/contract/board/public-holidays";
import type { QueryOf } from "@leitstand/contract/operation/operation";
import type { Principal } from "#platform/access/principal";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { getCalendar } from "../calendars.service";
import { addDays, localDayAt } from "../recurrence/local-time";
import {
  type HolidayLanguage,
  type HolidayCountryAndRegion,
  listHolidayRegionsOfCountry,
  listHolidaysOfYear,
} from "./holiday-data.service";
import { findUnknownHolidayPlaceFault } from "./holiday-place.service";
import { toHolidayWindow } from "./holiday-window.service";
import { selectTenantLanguageAndTimezone } from "./public-holidays.sql";

interface HolidayCall {
  readonly tx: Tx;
  readonly principal: Principal;
  readonly now: Date;
  /**
   * Supported language that the request asks for; undefined when it names none, and names are in the tenant's language.
   */
  readonly language: HolidayLanguage | undefined;
}
type HolidayQuery = QueryOf<(typeof publicHolidayOperations)["getPublicHolidays"]>;

/** Days before the window that are searched for longer holidays; the longest take a week. */
const LONGEST_HOLIDAY_DAYS = 31;

export async function listPublicHolidays(call: HolidayCall, query: HolidayQuery): Promise<PublicHoliday[]> {
  const tenant = await selectTenantLanguageAndTimezone(call.tx);
  const { from, to } = toHolidayWindow({ from: query.from, to: query.to }, localDayAt(call.now, tenant.timezone));
  const place = await holidayPlaceOfRequest(call, query);
  if (place === undefined) return [];
  const language = call.language ?? tenant.language;
  const kinds: ReadonlySet<HolidayKind> = new Set(query.kinds ?? ["PUBLIC"]);
  const found: PublicHoliday[] = [];
  for (const year of yearsBetween(addDays(from, -LONGEST_HOLIDAY_DAYS), to)) {
    const holidays = await listHolidaysOfYear(place, year, language);
    found.push(...holidays.filter(({ date, end_date, kind }) => kinds.has(kind) && date <= to && end_date > from));
    // Yields, so that other requests have their turn before the next year is computed.
    await turn();
  }
  return found.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

export async function listHolidayRegions(call: HolidayCall, asked: string | undefined) {
  const tenant = await selectTenantLanguageAndTimezone(call.tx);
  const { country } = await requireKnownHolidayPlace({ country: holidayCountryOfRequest(call, asked), region: null });
  return listHolidayRegionsOfCountry(country, call.language ?? tenant.language);
}

/** Place that the request or its calendar names; undefined for a calendar without one. */
async function holidayPlaceOfRequest(
  call: HolidayCall,
  query: HolidayQuery,
): Promise<HolidayCountryAndRegion | undefined> {
  const { calendar_id, country, region } = query;
  if (calendar_id === undefined)
    return requireKnownHolidayPlace({ country: holidayCountryOfRequest(call, country), region: region ?? null });
  if (country !== undefined || region !== undefined)
    throw problem("FIELD_COMBINATION_INVALID", {
      fields: `calendar_id,${country === undefined ? "region" : "country"}`,
    });
  const { holiday_country, holiday_region } = await getCalendar(call.tx, calendar_id);
  return holiday_country === null ? undefined : { country: holiday_country, region: holiday_region };
}

function holidayCountryOfRequest({ principal }: HolidayCall, asked: string | undefined): string {
  const country = asked ?? principal.tenant_country;
  if (country === null) throw problem("REQUEST_PARAMETER_MISSING", { parameter: "country" });
  return country;
}

async function requireKnownHolidayPlace(place: HolidayCountryAndRegion): Promise<HolidayCountryAndRegion> {
  const fault = await findUnknownHolidayPlaceFault(place);
  if (!fault) return place;
  throw problem("REQUEST_PARAMETER_INVALID", { parameter: fault.part, rule: "enum", expected: fault.expected });
}

function yearsBetween(from: string, to: string): number[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
