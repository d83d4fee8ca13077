import type { HolidayKind, HolidayRegion, PublicHoliday } from "@leitstand/contract/board/public-holidays";
import type Library from "date-holidays";
import type { HolidaysTypes } from "date-holidays";
import { addDays } from "../recurrence/local-time";
import { holidayKindCorrections } from "./kind-corrections";

export type HolidayLanguage = "de" | "en";
/** Country, and a region of it: `BY`, or `BY-KATH` for a part of a region. */
export interface HolidayCountryAndRegion {
  readonly country: string;
  readonly region: string | null;
}

/**
 * Holiday library, loaded with the first request: it takes 20 MB and a quarter of a second, and most installations
 * never need it. It is loaded as modules, which are read one by one, so that other requests have their turn in between.
 */
let holidayLibraryPromise: Promise<typeof Library> | undefined;
const loadHolidayLibrary = () => (holidayLibraryPromise ??= import("date-holidays").then((module) => module.default));

/**
 * Maximum number of years in the cache. A year of a place takes 10 to 100 ms to compute and some 3 KB to keep; the
 * least recently used is dropped.
 */
const CACHED_YEARS_MAX = 500;
const cachedHolidayYears = new Map<string, readonly PublicHoliday[]>();

export async function listHolidaysOfYear(place: HolidayCountryAndRegion, year: number, language: HolidayLanguage) {
  const Holidays = await loadHolidayLibrary();
  const key = [place.country, place.region, year, language].join();
  const found = cachedHolidayYears.get(key) ?? computeHolidaysOfYear(Holidays, { place, year, language });
  cachedHolidayYears.delete(key);
  cachedHolidayYears.set(key, found);
  const [oldest] = cachedHolidayYears.keys();
  if (cachedHolidayYears.size > CACHED_YEARS_MAX && oldest !== undefined) cachedHolidayYears.delete(oldest);
  return found;
}

interface HolidayYearRequest {
  readonly place: HolidayCountryAndRegion;
  readonly year: number;
  readonly language: HolidayLanguage;
}

function computeHolidaysOfYear(
  Holidays: typeof Library,
  { place, year, language }: HolidayYearRequest,
): readonly PublicHoliday[] {
  const [state, region] = place.region?.split("-") ?? [];
  const where = { country: place.country, ...(state && { state }), ...(region && { region }) };
  const own = new Holidays(where).getLanguages();
  // The German of Austria precedes that of Germany; then come the country's own languages, and English.
  const spoken = own.filter((name) => name === language || name.startsWith(`${language}-`));
  // Local days are computed in UTC, where no change of the clocks makes one longer or shorter.
  const holidays = new Holidays(where, { languages: [...spoken, language, ...own], timezone: "UTC" });
  return holidays.getHolidays(year).map((holiday) => toPublicHoliday(holiday, place));
}

const DAY_MS = 86_400_000;
/**
 * Converts a holiday of the library. In some countries one begins on the evening before: `date` is the day by which it
 * is known.
 */
function toPublicHoliday(
  { date, start, end, name, type, rule }: HolidaysTypes.Holiday,
  { country }: HolidayCountryAndRegion,
) {
  const day = date.slice(0, 10);
  const days = Math.max(1, Math.floor((end.getTime() - start.getTime()) / DAY_MS));
  const kind = holidayKindCorrections[country]?.[rule] ?? (type.toUpperCase() as HolidayKind);
  return { date: day, end_date: addDays(day, days), name, kind };
}

/** Codes of the countries, in order. */
export async function listHolidayCountries(): Promise<readonly string[]> {
  const Holidays = await loadHolidayLibrary();
  return Object.keys(new Holidays().getCountries()).toSorted();
}

/** Regions of a country by name, each followed by its parts; none for a country with the same holidays everywhere. */
export async function listHolidayRegionsOfCountry(
  country: string,
  language: HolidayLanguage,
): Promise<readonly HolidayRegion[]> {
  const Holidays = await loadHolidayLibrary();
  const data = new Holidays();
  const { compare } = new Intl.Collator(language);
  const byName = (names: Readonly<Record<string, string>> | undefined) =>
    Object.entries(names ?? {})
      .filter(([code]) => isFindableRegionCode(code))
      .toSorted(([, a], [, b]) => compare(a, b));
  return byName(data.getStates(country, language)).flatMap(([state, name]) => [
    { region: state, name },
    ...byName(data.getRegions(country, state, language)).map(([part, partName]) => ({
      region: `${state}-${part}`,
      name: `${name}: ${partName}`,
    })),
  ]);
}

/**
 * Whether the library finds a code again: it reads codes in capitals, and does not find those that it writes otherwise
 * (twelve places of New Zealand and the Cook Islands).
 */
const isFindableRegionCode = (code: string) => code === code.toUpperCase();
