import {
  COMPANIES,
  DEMONSTRATION_PASSWORD,
  DEMONSTRATION_PIN,
  DISPATCHERS_PER_COMPANY,
} from "../../apps/api/src/demonstration/demonstration-companies";
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

export interface Place {
  readonly city: string;
  readonly zip_code: string;
  readonly lat: number;
  readonly lon: number;
}

export function readDemonstrationKeys(): readonly CompanyKeys[] {
  const regions = loadPlaces();
  return COMPANIES.map(({ short_code, domain, branches }) => ({
    short_code,
    password: DEMONSTRATION_PASSWORD,
    pin: DEMONSTRATION_PIN,
    admin: `admin@${domain}`,
    dispatchers: Array.from({ length: DISPATCHERS_PER_COMPANY }, (_, index) => `dispo${index + 1}@${domain}`),
    reader: `lesen@${domain}`,
    places: new Map(branches.map(({ name, region }) => [name, regions[region]])),
  }));
}
