import type { AddressCreateRequest, AddressUpdateRequest } from "@leitstand/contract/company/addresses";
import { STORED_ADDRESSES_MAX } from "@leitstand/contract/operation/limits";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { findMissingOrConflictProblem, queueLockOfCount } from "#platform/database/lock";
import type { HandlerCall } from "#platform/http/handler";
import { refuseUndialableNumbers } from "#platform/undialable";
import { notFound, problem } from "#platform/problem";
import { checkReferencedIdsExist } from "#platform/database/references";
import { sql } from "#platform/database/sql";
import { findStoredAddressFault } from "./address";
import {
  countStoredAddresses,
  insertAddress,
  lockVehicleTypesOfAddress,
  removeAddress,
  selectAddresses,
  selectAddressPhoneNumber,
  selectAddressPostalCode,
  updateAddress,
} from "./addresses.sql";
import {
  isPostalCodeRequestAmbiguous,
  resolvePostalCode,
  type StoredPostalCode,
  postalCodeToNumber,
} from "./postal-code";

type AddressRequest = Static<typeof AddressCreateRequest>;

export const listAddresses = selectAddresses;

export async function createAddress(tx: Tx, draft: AddressRequest) {
  await checkAddressDraft(tx, draft);
  queueLockOfCount(tx, "stored_addresses");
  const { count } = await countStoredAddresses(tx);
  if (count >= STORED_ADDRESSES_MAX) throw problem("LIMIT_EXCEEDED", { limit: STORED_ADDRESSES_MAX });
  return insertAddress(tx, withBothPostalCodes(draft));
}

export async function changeAddress(tx: Tx, change: Static<typeof AddressUpdateRequest> & { id: string }) {
  await checkAddressDraft(tx, change);
  const stored = isPostalCodeRequestAmbiguous(change) ? await selectAddressPostalCode(tx, change) : undefined;
  if (stored === null) throw await addressMissingError(tx, change);
  const address = await updateAddress(tx, withBothPostalCodes(change, stored));
  if (!address) throw await addressMissingError(tx, change);
  return address;
}

const addressMissingError = (tx: Tx, { id, lock_version }: { id: string; lock_version: number }) =>
  findMissingOrConflictProblem(tx, { id, lock_version, table: sql`stored_addresses`, resource: "address" });

/**
 * Changes an address like `changeAddress`, but lets phone numbers that cannot be dialled stay if they are stored like
 * that.
 */
export async function changeAddressKeepingPhone(
  tx: Tx,
  change: Static<typeof AddressUpdateRequest> & { id: string },
  { undialable, principal }: Pick<HandlerCall, "undialable" | "principal">,
) {
  const stored = undialable.length > 0 ? await selectAddressPhoneNumber(tx, change.id) : undefined;
  refuseUndialableNumbers(undialable, principal.tenant_country, stored);
  return changeAddress(tx, change);
}

export async function deleteAddress(tx: Tx, id: string) {
  if ((await removeAddress(tx, id)) === 0) throw notFound("address", id);
}

function withBothPostalCodes<T extends AddressRequest>(draft: T, stored?: StoredPostalCode) {
  const postal_code = resolvePostalCode(draft, stored);
  if (postal_code === undefined) throw problem("FIELD_COMBINATION_INVALID", { fields: "zip_code, postal_code" });
  return { ...draft, postal_code, zip_code: postalCodeToNumber(postal_code) };
}

async function checkAddressDraft(tx: Tx, draft: AddressRequest) {
  const fault = findStoredAddressFault(draft);
  if (fault) throw problem(fault.code, { ...fault.args });
  const excluded = draft.excluded_vehicle_type_ids ?? [];
  if (excluded.length > 0) lockVehicleTypesOfAddress(tx, excluded);
  await checkReferencedIdsExist(tx, [
    { field: "stored_address_type_id", table: sql`stored_address_types`, ids: [draft.stored_address_type_id] },
    { field: "excluded_vehicle_type_ids", table: sql`vehicle_types`, ids: excluded },
  ]);
}
