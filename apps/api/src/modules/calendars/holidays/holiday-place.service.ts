import { holidayCountries, type HolidayPlace, holidayRegions } from "./holiday-data.service";

export interface PlaceFault {
  readonly part: "country" | "region";
  /** Codes that are allowed; undefined when there are none. */
  readonly expected: string | undefined;
}

/** Finds the part of a place that the data does not have; undefined when it has the place. */
export async function findPlaceFault({ country, region }: HolidayPlace): Promise<PlaceFault | undefined> {
  const countries = await holidayCountries();
  if (!countries.includes(country)) return { part: "country", expected: countries.join(", ") };
  if (region === null) return undefined;
  const regions = (await holidayRegions(country, "en")).map((known) => known.region).toSorted();
  if (regions.includes(region)) return undefined;
  return { part: "region", expected: regions.length > 0 ? regions.join(", ") : undefined };
}
