import type { FuneralData } from "@leitstand/contract/cases/funeral-data";
import type { CaseCreateRequest } from "@leitstand/contract/cases/case";

/** Data of a transport from a hospital to a cemetery. */
export const funeralDataExample = {
  cargo_type: "PERSON",
  transport_type: "Transportauftrag",
  cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01" },
  source_address: {
    name: "Landeskrankenhaus",
    street: "Auenbruggerplatz",
    house_number: "1",
    zip_code: "8036",
    city: "Graz",
  },
  target_address: { name: "Zentralfriedhof", zip_code: "8020", city: "Graz", country: "AT" },
} satisfies FuneralData;
export const funeralCaseRequest = (request: Partial<CaseCreateRequest> = {}): CaseCreateRequest => ({
  approved: true,
  data_type: "FUNERAL",
  // Copied, because tests of many files share this object, and some of them change it.
  funeral_data: structuredClone(funeralDataExample),
  ...request,
});

/** A car that does not start, complete enough to be dispatched. */
export const roadsideCaseRequest = (request: Partial<CaseCreateRequest> = {}): CaseCreateRequest => ({
  approved: true,
  data_type: "ROADSIDE",
  rsa_data: {
    service: { key: "PH_Standard" },
    vehicle: { license_plate: "G 123 AB", brand: "Skoda", model: "Octavia" },
    customer: { last_name: "Gruber", phone_number: "+43 664 123 45 67" },
    source_address: {
      street: "Triester Straße",
      house_number: "12",
      zip_code: "8020",
      city: "Graz",
      lat: 47.05,
      lon: 15.43,
    },
  },
  ...request,
});
