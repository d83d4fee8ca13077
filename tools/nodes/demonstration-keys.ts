import { SCENARIO_COMPANIES } from "@leitstand/scenario/companies";
import type { RealPlace } from "@leitstand/scenario/places";
import { signInNamesOfCompany } from "@leitstand/scenario/staff";
import { loadDemonstrationPlaces } from "../../apps/api/src/demonstration/demonstration-places.service";

export interface DemonstrationCredentials {
  readonly password: string;
  /** PIN of every driver of the demonstration. */
  readonly pin: string;
}
/** Keys to sign in to a company of the demonstration, and the places where it works. */
export interface CompanyCredentials extends DemonstrationCredentials {
  readonly short_code: string;
  /** E-mail addresses of its users. */
  readonly admin: string;
  readonly dispatchers: readonly string[];
  readonly reader: string;
  /** Real places around each branch, by the name of the branch. */
  readonly places: ReadonlyMap<string, readonly RealPlace[]>;
}

/** Reads the sign-ins of the demonstration; `signIns` is the password and the PIN where it runs. */
export function readCompanyCredentials(signIns: DemonstrationCredentials): readonly CompanyCredentials[] {
  const regions = loadDemonstrationPlaces();
  return SCENARIO_COMPANIES.map((company) => {
    const { administrator, dispatchers, reader } = signInNamesOfCompany(company);
    return {
      short_code: company.short_code,
      ...signIns,
      admin: administrator,
      dispatchers,
      reader,
      places: new Map(company.branches.map(({ name, region }) => [name, regions[region]])),
    };
  });
}
