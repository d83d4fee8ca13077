import type { HolidayKind, HolidayRegion, PublicHoliday } from "@leitstand/contract/board/public-holidays";
import type Library from "date-holidays";
import type { HolidaysTypes } from "date-holidays";
import { addDays } from "../recurrence/local-time";
import { kindCorrections } from "./kind-corrections";

export type HolidayLanguage = "de" | "en";
/** A country, and of it a part: `BY`, or `BY-KATH` for a part of a part. */
export interface HolidayPlace {
  readonly country: string;
  readonly region: string | null;
}

/**
 * Loaded with the first request: it takes 20 MB and a quarter of a second, and most installations never ask. As modules,
 * which are read one by one, so that other requests have their turn in between.
 */
let loaded: Promise<typeof Library> | undefined;
const library = () => (loaded ??= import("date-holidays").then((module) => module.default));

/** A year of a place takes 10 to 100 ms, and some 3 KB to keep: what was asked for last is kept. */
const YEARS_KEPT = 500;
const years = new Map<string, readonly PublicHoliday[]>();

export async function holidaysOfYear(place: HolidayPlace, year: number, language: HolidayLanguage) {
  const Holidays = await library();
  const key = [place.country, place.region, year, language].join();
  const found = years.get(key) ?? computeYear(Holidays, { place, year, language });
  years.delete(key);
  years.set(key, found);
  const [oldest] = years.keys();
  if (years.size > YEARS_KEPT && oldest !== undefined) years.delete(oldest);
  return found;
}

interface YearOfPlace {
  readonly place: HolidayPlace;
  readonly year: number;
  readonly language: HolidayLanguage;
}

function computeYear(Holidays: typeof Library, { place, year, language }: YearOfPlace): readonly PublicHoliday[] {
  const [state, region] = place.region?.split("-") ?? [];
  const where = { country: place.country, ...(state && { state }), ...(region && { region }) };
  const own = new Holidays(where).getLanguages();
  // The German of Austria before that of Germany; then the country's own languages, and English.
  const spoken = own.filter((name) => name === language || name.startsWith(`${language}-`));
  // Local days are asked for: in UTC no change of the clocks makes one longer or shorter.
  const holidays = new Holidays(where, { languages: [...spoken, language, ...own], timezone: "UTC" });
  return holidays.getHolidays(year).map((holiday) => holidayOf(holiday, place));
}

const DAY = 86_400_000;
/** In some countries a holiday begins with the evening before: the day that it is called by is the one in `date`. */
function holidayOf({ date, start, end, name, type, rule }: HolidaysTypes.Holiday, { country }: HolidayPlace) {
  const day = date.slice(0, 10);
  const days = Math.max(1, Math.floor((end.getTime() - start.getTime()) / DAY));
  const kind = kindCorrections[country]?.[rule] ?? (type.toUpperCase() as HolidayKind);
  return { date: day, end_date: addDays(day, days), name, kind };
}

/** Codes of countries, in order. */
export async function holidayCountries(): Promise<readonly string[]> {
  const Holidays = await library();
  return Object.keys(new Holidays().getCountries()).toSorted();
}

/** By name, and the parts of each after it; none of a country that has the same holidays everywhere. */
export async function holidayRegions(country: string, language: HolidayLanguage): Promise<readonly HolidayRegion[]> {
  const Holidays = await library();
  const data = new Holidays();
  const { compare } = new Intl.Collator(language);
  const byName = (names: Readonly<Record<string, string>> | undefined) =>
    Object.entries(names ?? {})
      .filter(([code]) => isFound(code))
      .toSorted(([, a], [, b]) => compare(a, b));
  return byName(data.getStates(country, language)).flatMap(([state, name]) => [
    { region: state, name },
    ...byName(data.getRegions(country, state, language)).map(([part, partName]) => ({
      region: `${state}-${part}`,
      name: `${name}: ${partName}`,
    })),
  ]);
}

/** The library reads codes in capitals: what it writes otherwise (twelve places of New Zealand and the Cook Islands) it does not find again. */
const isFound = (code: string) => code === code.toUpperCase();
