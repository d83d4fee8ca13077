/** Checks of a case's data beyond its JSON shape. */
import { caseAddressesByField } from "@leitstand/contract/cases/case-addresses";
import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import type { FuneralData } from "@leitstand/contract/cases/funeral-data";
import type { RsaData } from "@leitstand/contract/cases/rsa-data";
import type { TenantType } from "@leitstand/contract/operation/operation";
import { findCaseAddressFault } from "./case-addresses";
import {
  type CaseDataFault,
  isPresentAndNotEmpty,
  isOutsideTimeSpan,
  fieldCombinationFault,
  timeOutOfRangeFault,
  reversedTimeRangeFault,
} from "./case-faults";

export type CaseDraft = Omit<CaseCreateRequest, "parent_id"> & { readonly parent_id?: string | null | undefined };

const dataTypeByTenantType = { FUNERAL: "FUNERAL", ROADSIDE_ASSISTANCE: "ROADSIDE", PLATFORM: undefined } as const;

/** Data type of all cases of a tenant; undefined where tenants have no cases. */
export const caseTypeOfTenantType = (tenantType: TenantType) => dataTypeByTenantType[tenantType];

/** First fault in the data of a case; undefined when there is none. */
export function findCaseDataFault(draft: CaseDraft, now: Date): CaseDataFault | undefined {
  return findCaseKindFault(draft) ?? findCargoFault(draft.funeral_data) ?? findCaseTimeFault(draft, now);
}

function findCaseKindFault({ data_type, approved, funeral_data, rsa_data }: CaseDraft): CaseDataFault | undefined {
  if (data_type === "ROADSIDE") {
    if (isPresentAndNotEmpty(funeral_data)) return fieldCombinationFault("data_type", "funeral_data");
    return isPresentAndNotEmpty(rsa_data) ? undefined : fieldCombinationFault("data_type", "rsa_data");
  }
  if (isPresentAndNotEmpty(rsa_data)) return fieldCombinationFault("data_type", "rsa_data");
  return approved && !isPresentAndNotEmpty(funeral_data)
    ? fieldCombinationFault("approved", "funeral_data")
    : undefined;
}

/** Case with its data: a roadside case without any gets an empty object, and stays in `create` until more is known. */
export const withEmptyRoadsideDataIfMissing = <T extends CaseDraft>(draft: T): T =>
  draft.data_type === "ROADSIDE" && !isPresentAndNotEmpty(draft.rsa_data) ? { ...draft, rsa_data: {} } : draft;

function findCargoFault(data: FuneralData | null | undefined): CaseDataFault | undefined {
  if (!data) return undefined;
  const { cargo_type, cargo_deceased, cargo_item } = data;
  const person = cargo_type === "PERSON";
  if (isPresentAndNotEmpty(cargo_deceased) !== person) return fieldCombinationFault("cargo_type", "cargo_deceased");
  if (isPresentAndNotEmpty(cargo_item) === person) return fieldCombinationFault("cargo_type", "cargo_item");
  if (!cargo_deceased) return undefined;
  const { container_type, coffin_type, urn } = cargo_deceased;
  if (isPresentAndNotEmpty(coffin_type) && container_type !== "COFFIN")
    return fieldCombinationFault("container_type", "coffin_type");
  return isPresentAndNotEmpty(urn) && container_type !== "URN"
    ? fieldCombinationFault("container_type", "urn")
    : undefined;
}

const DAY_MS = 86_400_000;
/** Offset of the earliest time zone: the local date there may be a day ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;
const PLAN_YEARS_MAX = 10;

function findCaseTimeFault(draft: CaseDraft, now: Date): CaseDataFault | undefined {
  const { not_before, due_at, funeral_data, rsa_data } = draft;
  const planned = {
    min: new Date("2000-01-01T00:00:00Z"),
    max: new Date(now.getTime() + PLAN_YEARS_MAX * 366 * DAY_MS),
  };
  for (const [field, time] of Object.entries({ not_before, due_at })) {
    if (time && isOutsideTimeSpan(time, planned)) return timeOutOfRangeFault(field, planned);
  }
  if (not_before && due_at && Date.parse(not_before) > Date.parse(due_at))
    return reversedTimeRangeFault(not_before, due_at);
  for (const [field, address] of caseAddressesByField({ funeral_data, rsa_data })) {
    const fault = findCaseAddressFault(field, address, planned);
    if (fault) return fault;
  }
  return findLifeDatesFault(funeral_data?.cargo_deceased, now);
}

function findLifeDatesFault(deceased: FuneralData["cargo_deceased"], now: Date): CaseDataFault | undefined {
  if (!deceased) return undefined;
  const { birthday, date_of_death } = deceased;
  const life = { min: new Date("1800-01-01T00:00:00Z"), max: new Date(now.getTime() + EARLIEST_ZONE_MS) };
  if (isOutsideTimeSpan(date_of_death, life))
    return timeOutOfRangeFault("funeral_data.cargo_deceased.date_of_death", life);
  if (!birthday) return undefined;
  if (isOutsideTimeSpan(birthday, life)) return timeOutOfRangeFault("funeral_data.cargo_deceased.birthday", life);
  return birthday > date_of_death
    ? reversedTimeRangeFault(`${birthday}T00:00:00Z`, `${date_of_death}T00:00:00Z`)
    : undefined;
}

/**
 * Whether a crew could be sent: a service, a vehicle, a person to call, and a place. Funeral data is complete by shape.
 */
export function isCaseDataComplete({ data_type, funeral_data, rsa_data }: CaseKindAndData): boolean {
  if (data_type === "FUNERAL") return isPresentAndNotEmpty(funeral_data);
  if (!rsa_data) return false;
  const { service, vehicle, customer, member, source_address: place } = rsa_data;
  const known =
    isPresentAndNotEmpty(vehicle?.license_plate) ||
    (isPresentAndNotEmpty(vehicle?.brand) && isPresentAndNotEmpty(vehicle.model));
  const reachable =
    isPresentAndNotEmpty(customer?.phone_number) ||
    isPresentAndNotEmpty(customer?.last_name) ||
    isPresentAndNotEmpty(member?.number);
  const found =
    isPresentAndNotEmpty(place?.lat) ||
    (isPresentAndNotEmpty(place?.city) && (isPresentAndNotEmpty(place.street) || isPresentAndNotEmpty(place.name)));
  return isPresentAndNotEmpty(service) && known && reachable && found;
}

type CaseKindAndData = Pick<CaseDraft, "data_type" | "funeral_data" | "rsa_data">;

/** Keeps fields that only the actions of the crew set, where a request leaves them out. */
export function keepFieldsSetByCrew<T extends CaseDraft>(change: T, current: StoredCaseData): T {
  const { funeral_data, rsa_data } = change;
  const deceased = funeral_data?.cargo_deceased;
  return {
    ...change,
    ...(funeral_data && {
      funeral_data: {
        ...funeral_data,
        handover: givenOrStored(funeral_data.handover, current.funeral_data?.handover),
        ...(deceased && {
          cargo_deceased: {
            ...deceased,
            identity_confirmed: givenOrStored(
              deceased.identity_confirmed,
              current.funeral_data?.cargo_deceased?.identity_confirmed,
            ),
          },
        }),
      },
    }),
    ...(rsa_data && {
      rsa_data: { ...rsa_data, handover: givenOrStored(rsa_data.handover, current.rsa_data?.handover) },
    }),
  };
}

interface StoredCaseData {
  readonly funeral_data: FuneralData | null;
  readonly rsa_data: RsaData | null;
}
const givenOrStored = <T>(given: T | undefined, kept: T | undefined) => (given === undefined ? kept : given);
