/** Days on which a country or a part of it does not work, from data that the product brings along. */
import { type Static, Type } from "typebox";
import { Country } from "../core/country";
import { CalendarDay, Enum, Nullable, ClosedObject, Uuid } from "../core/schema";
import { defineOperations } from "../operation/operation";

export const holidayKinds = ["PUBLIC", "BANK", "SCHOOL", "OPTIONAL", "OBSERVANCE"] as const;
export type HolidayKind = (typeof holidayKinds)[number];
/** Maximum number of days of the window, as long as a list of events may be. */
export const HOLIDAY_QUERY_DAYS_MAX = 400;
/** Maximum number of years before and after now: plans go no further, and laws change. */
export const HOLIDAY_YEARS_FROM_NOW_MAX = 5;

const holidayRegionDescription =
  "A part of the country, as `getHolidayRegions` lists it: its code in ISO 3166-2 without the country, and after a hyphen a part of that " +
  "with holidays of its own.";
const HolidayRegionCode = Type.String({
  pattern: "^[A-Z0-9]{1,3}(-[A-Z0-9]{1,8})?$",
  description: holidayRegionDescription,
  examples: ["6"],
});
/** The place whose public holidays are laid over a calendar. */
export const holidayCountryAndRegionFields = {
  holiday_country: Nullable(Country),
  holiday_region: Nullable({
    ...HolidayRegionCode,
    description: `Only with \`holiday_country\`. ${holidayRegionDescription}`,
  }),
} as const;

const HolidayKindField = Enum(holidayKinds, {
  description:
    "`PUBLIC`: a day off by law. `BANK`: banks and offices are closed. `SCHOOL`: schools are closed. `OPTIONAL`: a day off for some. " +
    "`OBSERVANCE`: a day of note without a day off.",
});
export const PublicHoliday = ClosedObject(
  {
    date: {
      ...CalendarDay,
      description: "Its first day there. What begins at noon or in the evening has the day on which it begins.",
    },
    end_date: { ...CalendarDay, description: "The first day after it." },
    name: Type.String({
      description:
        "In the language of `Accept-Language`, else of the tenant; where the data has none, in one of that country.",
    }),
    kind: HolidayKindField,
  },
  {
    $id: "PublicHoliday",
    examples: [{ date: "2026-10-26", end_date: "2026-10-27", name: "Nationalfeiertag", kind: "PUBLIC" }],
  },
);
export type PublicHoliday = Static<typeof PublicHoliday>;
export const HolidayRegion = ClosedObject(
  { region: HolidayRegionCode, name: Type.String() },
  { $id: "HolidayRegion", examples: [{ region: "6", name: "Steiermark" }] },
);
export type HolidayRegion = Static<typeof HolidayRegion>;

const holidayCountryQuery = Type.Optional(Country);
const holidayDataSource =
  "From the data of `date-holidays`, which rests on Wikipedia (CC BY-SA 3.0): laws and decrees outweigh it.";

export const publicHolidayOperations = defineOperations("calendars", {
  getPublicHolidays: {
    on: "GET /calendars/public_holidays",
    summary: "List public holidays",
    description:
      "Of a country (left out: the tenant's, by its addresses or its time zone) and a part of it, or with `calendar_id` of the place of that " +
      "calendar, by date. A calendar without a place has none. " +
      `A holiday that falls on a day off is listed beside the working day that is off instead, where the law says so. ${holidayDataSource}`,
    grant: "readCalendars",
    query: ClosedObject({
      country: holidayCountryQuery,
      region: Type.Optional({
        ...HolidayRegionCode,
        description: `Left out: what holds in all of the country. ${holidayRegionDescription}`,
      }),
      calendar_id: Type.Optional({ ...Uuid, description: "Instead of `country` and `region`." }),
      from: Type.Optional({ ...CalendarDay, description: "The first day; left out: today." }),
      to: Type.Optional({
        ...CalendarDay,
        description:
          `The last day, included; left out: 365 days after the first. At most ${HOLIDAY_QUERY_DAYS_MAX} days after it, and both within ` +
          `${HOLIDAY_YEARS_FROM_NOW_MAX} years of today.`,
      }),
      kinds: Type.Optional(
        Type.Array(Enum(holidayKinds), {
          minItems: 1,
          maxItems: holidayKinds.length,
          uniqueItems: true,
          description: "Left out: `PUBLIC` alone.",
        }),
      ),
    }),
    answer: Type.Array(PublicHoliday),
    errors: [
      "REQUEST_PARAMETER_MISSING",
      "RESOURCE_NOT_FOUND",
      "FIELD_COMBINATION_INVALID",
      "TIME_RANGE_INVALID",
      "TIME_OUT_OF_RANGE",
    ],
  },
  getHolidayRegions: {
    on: "GET /calendars/public_holidays/regions",
    summary: "List the regions of a country",
    description:
      "The parts of a country (left out: the tenant's) for which public holidays are known, by name, in the language of `Accept-Language`, else of the tenant. " +
      "None where all of the country has the same ones.",
    grant: "readCalendars",
    query: ClosedObject({ country: holidayCountryQuery }),
    answer: Type.Array(HolidayRegion),
    errors: ["REQUEST_PARAMETER_MISSING"],
  },
});
