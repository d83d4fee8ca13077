import type { HolidayKind } from "@leitstand/contract/board/public-holidays";

/** Kinds by country and rule of the data. */
type Corrections = Readonly<Record<string, Readonly<Record<string, HolidayKind>>>>;

/** Kinds as the law of a country has them, for rules of which the data says another one. */
export const kindCorrections: Corrections = {
  // The Labour Act (LR 822.10), article 18, paragraph 2, names thirteen days. The data was read from a list of a year in which two of
  // them, the national day included, fell on a weekend, and that had the bridging days of civil servants and the bank holidays, too.
  LI: {
    "08-15": "PUBLIC",
    "11-01": "PUBLIC",
    "easter -2": "BANK",
    "easter 40": "OPTIONAL",
    "easter 61": "OPTIONAL",
  },
};
