import type { HolidayKind } from "@leitstand/contract/board/public-holidays";

/** Kinds by country and rule of the data. */
type HolidayKindCorrections = Readonly<Record<string, Readonly<Record<string, HolidayKind>>>>;

/** Kinds of holidays by the law of a country, for rules that the data gives another kind. */
export const holidayKindCorrections: HolidayKindCorrections = {
  // The Labour Act (LR 822.10), article 18, paragraph 2, names thirteen days. The data was read from the list of a year
  // in which two of them, the national day included, fell on a weekend, and which also had bridging days of civil
  // servants and bank holidays.
  LI: {
    "08-15": "PUBLIC",
    "11-01": "PUBLIC",
    "easter -2": "BANK",
    "easter 40": "OPTIONAL",
    "easter 61": "OPTIONAL",
  },
};
