/** Figures of a period, beside those of the one before it. */
import { type Static, Type } from "typebox";
import { CaseAddress } from "../company/address";
import { DateTime, CalendarDay, Nullable, ClosedObject } from "../core/schema";

/**
 * Least number of cases of a named address: addresses of fewer cases are counted and not named, as they reveal the
 * deceased.
 */
export const STATISTICS_NAMED_ADDRESS_CASES_MIN = 3;

const dateTimeField = (description: string) => ({ ...DateTime, description });
const percentileSeconds = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));
const deliveredFigures = {
  count: Type.Integer({ minimum: 0, description: "Cases." }),
  median_seconds: percentileSeconds(
    "Seconds from creating to closing; half of the cases took no longer. Null without a case.",
  ),
  p90_seconds: percentileSeconds("Seconds; nine of ten took no longer. Null without a case."),
};
export const PreviousDeliveredCases = ClosedObject(
  {
    from: DateTime,
    to: dateTimeField("`from` of the present period; what was closed at this moment is not of this one."),
    ...deliveredFigures,
  },
  {
    $id: "PreviousDeliveredCases",
    description:
      "The same of as many hours before `from`, as time has passed: exactly as long, whatever the clocks did.",
    examples: [
      {
        from: "2026-02-28T08:15:00+00:00",
        to: "2026-03-01T08:15:00+00:00",
        count: 11,
        median_seconds: 9_600,
        p90_seconds: 20_700,
      },
    ],
  },
);
export const DeliveredCasesStatistics = ClosedObject(
  {
    generated_at: DateTime,
    from: DateTime,
    ...deliveredFigures,
    days: Type.Array(
      ClosedObject(
        { date: CalendarDay, count: Type.Integer({ minimum: 0 }) },
        { $id: "DeliveredDay", examples: [{ date: "2026-03-02", count: 14 }] },
      ),
      {
        maxItems: 367,
        description: "Every day of the tenant's time zone that the time touches, by when cases were closed.",
      },
    ),
    previous: PreviousDeliveredCases,
  },
  {
    $id: "DeliveredCasesStatistics",
    examples: [
      {
        generated_at: "2026-03-02T08:15:00+00:00",
        from: "2026-03-01T08:15:00+00:00",
        count: 14,
        median_seconds: 9_000,
        p90_seconds: 21_600,
        days: [
          { date: "2026-03-01", count: 9 },
          { date: "2026-03-02", count: 5 },
        ],
        previous: {
          from: "2026-02-28T08:15:00+00:00",
          to: "2026-03-01T08:15:00+00:00",
          count: 11,
          median_seconds: 9_600,
          p90_seconds: 20_700,
        },
      },
    ],
  },
);

/** The fields that name a place, as cases have them; an unknown one is null here, and none is left out. */
const NamedPlace = Type.Required(
  Type.Pick(CaseAddress, ["name", "street", "house_number", "zip_code", "city", "country"]),
);
export const TopAddress = ClosedObject(
  {
    ...NamedPlace.properties,
    count: Type.Integer({ minimum: STATISTICS_NAMED_ADDRESS_CASES_MIN, description: "Cases." }),
    previous_count: Nullable(
      Type.Integer({
        minimum: STATISTICS_NAMED_ADDRESS_CASES_MIN,
        description: "Cases of the period before. Null where they were 0, 1 or 2: so few are not told of an address.",
      }),
    ),
    share: Type.Number({ minimum: 0, maximum: 1, description: "Of `total`." }),
  },
  {
    $id: "TopAddress",
    examples: [
      {
        name: "Landeskrankenhaus",
        street: "Auenbruggerplatz",
        house_number: "1",
        zip_code: "8036",
        city: "Graz",
        country: "AT",
        count: 120,
        previous_count: 96,
        share: 0.25,
      },
    ],
  },
);
export const PreviousTopAddresses = ClosedObject(
  {
    from: DateTime,
    to: dateTimeField("What was created at this moment is not of this period."),
    total: Type.Integer({ minimum: 0, description: "Cases of the period before that have such an address." }),
  },
  {
    $id: "PreviousTopAddresses",
    description:
      "The same part of as many days before: `from` and now, 1, 7, 30 or 365 days earlier by the clocks of the tenant's time zone.",
    examples: [{ from: "2026-02-28T23:00:00+00:00", to: "2026-03-01T08:15:00+00:00", total: 384 }],
  },
);
export const TopAddressesStatistics = ClosedObject(
  {
    generated_at: DateTime,
    from: DateTime,
    to: DateTime,
    total: Type.Integer({ minimum: 0, description: "Cases of the time that have such an address." }),
    others: Type.Integer({ minimum: 0, description: "Those of them that `addresses` does not name." }),
    previous: PreviousTopAddresses,
    addresses: Type.Array(TopAddress, { maxItems: 100, description: "The most frequent first." }),
  },
  { $id: "TopAddressesStatistics" },
);
export type TopAddressesStatistics = Static<typeof TopAddressesStatistics>;
