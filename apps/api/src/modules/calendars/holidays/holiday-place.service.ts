import {
  listHolidayCountries,
  type HolidayCountryAndRegion,
  listHolidayRegionsOfCountry,
} from "./holiday-data.service";

export interface UnknownHolidayPlaceFault {
  readonly part: "country" | "region";
  /** Codes that are allowed; undefined when there are none. */
  readonly expected: string | undefined;
}

/** Finds the part of a place that the data does not have; undefined when it has the place. */
export async function findUnknownHolidayPlaceFault({
  country,
  region,
}: HolidayCountryAndRegion): Promise<UnknownHolidayPlaceFault | undefined> {
  const countries = await listHolidayCountries();
  if (!countries.includes(country)) return { part: "country", expected: countries.join(", ") };
  if (region === null) return undefined;
  const regions = (await listHolidayRegionsOfCountry(country, "en")).map((known) => known.region).toSorted();
  if (regions.includes(region)) return undefined;
  return { part: "region", expected: regions.length > 0 ? regions.join(", ") : undefined };
}
