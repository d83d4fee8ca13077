import { COMPANIES } from "@leitstand/scenario/companies";
import type { Place } from "@leitstand/scenario/places";
import { accountsOf, DEMONSTRATION_PASSWORD, DEMONSTRATION_PIN } from "@leitstand/scenario/staff";
import { loadPlaces } from "../../apps/api/src/demonstration/demonstration-places.service";

/** What somebody needs to sign in to a company of the demonstration, and where it works. */
export interface CompanyKeys {
  readonly short_code: string;
  readonly password: string;
  /** Of every driver. */
  readonly pin: string;
  /** E-mail addresses. */
  readonly admin: string;
  readonly dispatchers: readonly string[];
  readonly reader: string;
  /** Real places around each branch, by the name of the branch. */
  readonly places: ReadonlyMap<string, readonly Place[]>;
}

export function readDemonstrationKeys(): readonly CompanyKeys[] {
  const regions = loadPlaces();
  return COMPANIES.map((company) => {
    const { administrator, dispatchers, reader } = accountsOf(company);
    return {
      short_code: company.short_code,
      password: DEMONSTRATION_PASSWORD,
      pin: DEMONSTRATION_PIN,
      admin: administrator,
      dispatchers,
      reader,
      places: new Map(company.branches.map(({ name, region }) => [name, regions[region]])),
    };
  });
}
