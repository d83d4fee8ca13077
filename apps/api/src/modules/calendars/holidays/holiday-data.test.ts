import { describe, expect, it } from "vitest";
import {
  type HolidayCountryAndRegion,
  listHolidayCountries,
  listHolidayRegionsOfCountry,
  listHolidaysOfYear,
} from "./holiday-data.service";

const parseHolidayPlace = (text: string): HolidayCountryAndRegion => {
  const [country = "", ...region] = text.split("-");
  return { country, region: region.length > 0 ? region.join("-") : null };
};
async function listDaysOff(place: string, year: number) {
  const holidays = await listHolidaysOfYear(parseHolidayPlace(place), year, "en");
  return holidays.filter(({ kind }) => kind === "PUBLIC").map(({ date }) => date);
}
const monthAndDay = (dates: readonly string[]) => dates.map((date) => date.slice(5)).join(" ");
const isWorkday = (date: string) => ![0, 6].includes(new Date(date).getUTCDay());

describe("public holidays", () => {
  it.each([
    // Austria: the Rest Act (Arbeitsruhegesetz), section 7. In 2028 Easter is on 16 April of a leap year.
    ["AT", 2026, "01-01 01-06 04-06 05-01 05-14 05-25 06-04 08-15 10-26 11-01 12-08 12-25 12-26"],
    ["AT", 2027, "01-01 01-06 03-29 05-01 05-06 05-17 05-27 08-15 10-26 11-01 12-08 12-25 12-26"],
    ["AT", 2028, "01-01 01-06 04-17 05-01 05-25 06-05 06-15 08-15 10-26 11-01 12-08 12-25 12-26"],
    // Saint Joseph and the day of the plebiscite are holidays of schools and observances, and no days off.
    ["AT-2", 2027, "01-01 01-06 03-29 05-01 05-06 05-17 05-27 08-15 10-26 11-01 12-08 12-25 12-26"],
    // Bavaria: Epiphany, Corpus Christi and All Saints' Day; Assumption where most are Catholics; 8 August in Augsburg.
    ["DE-BY", 2027, "01-01 01-06 03-26 03-29 05-01 05-06 05-17 05-27 10-03 11-01 12-25 12-26"],
    ["DE-BY-KATH", 2027, "01-01 01-06 03-26 03-29 05-01 05-06 05-17 05-27 08-15 10-03 11-01 12-25 12-26"],
    ["DE-BY-A", 2027, "01-01 01-06 03-26 03-29 05-01 05-06 05-17 05-27 08-08 08-15 10-03 11-01 12-25 12-26"],
    // Berlin: International Women's Day, and 17 June in 2028 alone.
    ["DE-BE", 2027, "01-01 03-08 03-26 03-29 05-01 05-06 05-17 10-03 12-25 12-26"],
    ["DE-BE", 2028, "01-01 03-08 04-14 04-17 05-01 05-25 06-05 06-17 10-03 12-25 12-26"],
    // Saxony: the Day of Repentance, on the Wednesday before 23 November.
    ["DE-SN", 2026, "01-01 04-03 04-06 05-01 05-14 05-25 10-03 10-31 11-18 12-25 12-26"],
    // Liechtenstein: the thirteen days of the Labour Act, article 18, paragraph 2.
    ["LI", 2027, "01-01 01-06 03-29 05-01 05-06 05-17 05-27 08-15 09-08 11-01 12-08 12-25 12-26"],
  ])("public holidays of %s in %i are those that the law names", async (place, year, expected) => {
    expect(monthAndDay(await listDaysOff(place, year))).toBe(expected);
  });

  it.each([
    ["CH-TI", "2026-03-19 2026-06-29 2026-08-01", "2026-04-03 2026-09-10 2026-12-31"],
    ["CH-GE", "2026-08-01 2026-09-10 2026-12-31", "2026-01-02 2026-03-19 2026-05-01"],
    ["CH-ZH", "2026-05-01 2026-08-01 2026-12-26", "2026-01-02 2026-09-10 2026-11-01"],
    ["CH-NE", "2026-03-01 2026-08-01", "2026-06-29 2026-12-31"],
    // The first Thursday of April 2026 is the one before Easter, so the procession of Glarus is a week later.
    ["CH-GL", "2026-04-09 2026-11-01", "2026-04-02 2026-12-08"],
  ])("the canton %s has its own public holidays", async (place, held, unknown) => {
    const days = await listDaysOff(place, 2026);
    expect(held.split(" ").filter((day) => !days.includes(day))).toEqual([]);
    expect(unknown.split(" ").filter((day) => days.includes(day))).toEqual([]);
  });

  it.each([
    // Holidays as gov.uk lists them: one on a weekend is replaced by the next working day.
    ["GB-ENG", 2026, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"],
    ["GB-ENG", 2027, "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28"],
    ["GB-ENG", 2028, "01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26"],
    ["GB-SCT", 2027, "01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28"],
    ["GB-NIR", 2027, "01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28"],
  ])(
    "public holidays of %s in %i on working days are those of the official list, substitute days included",
    async (place, year, expected) => {
      expect(monthAndDay((await listDaysOff(place, year)).filter(isWorkday))).toBe(expected);
    },
  );

  it("a substitute holiday in the year before its holiday belongs to the earlier year", async () => {
    // 1 January 2028 is a Saturday; federal offices of the United States are closed on Friday.
    expect(await listDaysOff("US", 2027)).toContain("2027-12-31");
    expect((await listDaysOff("US", 2028)).filter((day) => !day.startsWith("2028"))).toEqual([]);
  });

  it("a holiday of several days ends on the day after its last, whenever the day begins in that country", async () => {
    const named = async (place: string, date: string) =>
      (await listHolidaysOfYear(parseHolidayPlace(place), 2026, "en")).find((holiday) => holiday.date === date);
    // The feast of breaking the fast: from the evening of 19 March, three days.
    expect(await named("TR", "2026-03-20")).toMatchObject({ end_date: "2026-03-23", kind: "PUBLIC" });
    expect(await named("RU", "2026-01-02")).toMatchObject({ end_date: "2026-01-07" });
    // 1 May in Solothurn begins at noon, and Christmas Eve of Austrian banks at two in the afternoon.
    expect(await named("CH-SO", "2026-05-01")).toMatchObject({ end_date: "2026-05-02" });
    expect(await named("AT", "2026-12-24")).toMatchObject({ end_date: "2026-12-25", kind: "BANK" });
    // The clocks change on the day before, which has 25 hours.
    expect(await named("AT", "2026-10-26")).toMatchObject({ end_date: "2026-10-27" });
  });

  it.each([
    ["AT", "de", "Christtag"],
    ["DE", "de", "1. Weihnachtstag"],
    ["AT", "en", "Christmas Day"],
    ["IT", "de", "Weihnachten"],
  ] as const)("public holidays of %s have the usual name in the language %s: %s", async (place, language, name) => {
    const holidays = await listHolidaysOfYear(parseHolidayPlace(place), 2026, language);
    expect(holidays.find(({ date }) => date === "2026-12-25")?.name).toBe(name);
  });

  it("a holiday without a name in the requested language has its name in a language of the country", async () => {
    const holidays = await listHolidaysOfYear(parseHolidayPlace("TR"), 2026, "de");
    expect(holidays.find(({ date }) => date === "2026-10-29")?.name).toBe("Cumhuriyet Bayramı");
  });

  it("holidays of a place do not depend on which places were read before", async () => {
    const first = await listHolidaysOfYear(parseHolidayPlace("DE-BY"), 2027, "de");
    await listHolidaysOfYear(parseHolidayPlace("DE"), 2027, "de");
    await listHolidaysOfYear(parseHolidayPlace("DE-BY"), 2027, "en");
    expect(await listHolidaysOfYear(parseHolidayPlace("DE-BY"), 2027, "de")).toEqual(first);
    for (let year = 2022; year <= 2031; year++) {
      const days = await listDaysOff("AT", year);
      expect(days).toHaveLength(13);
      expect(days).toContain(`${year}-10-26`);
    }
  });
});

describe("regions", () => {
  it("the regions of a country are listed by name, each followed by its parts", async () => {
    expect(await listHolidayRegionsOfCountry("AT", "de")).toContainEqual({ region: "6", name: "Steiermark" });
    const names = (await listHolidayRegionsOfCountry("DE", "de")).map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual([
      "Baden-Württemberg",
      "Bayern",
      "Bayern: Stadt Augsburg",
      "Bayern: Überwiegend evangelische Gemeinden",
    ]);
    expect(await listHolidayRegionsOfCountry("AT", "en")).toContainEqual({ region: "6", name: "Styria" });
    expect(await listHolidayRegionsOfCountry("LI", "de")).toEqual([]);
  });

  it("every region of every country has a code that the contract accepts", async () => {
    const countries = await listHolidayCountries();
    expect(countries.length).toBeGreaterThan(200);
    const codes = (await Promise.all(countries.map((country) => listHolidayRegionsOfCountry(country, "en")))).flat();
    expect(codes.length).toBeGreaterThan(400);
    expect(codes.filter(({ region }) => !/^[A-Z0-9]{1,3}(-[A-Z0-9]{1,8})?$/.test(region))).toEqual([]);
  });
});
