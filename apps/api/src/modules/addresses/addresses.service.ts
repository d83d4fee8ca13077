import type { AddressCreateRequest, AddressUpdateRequest } from "@leitstand/contract/company/addresses";
import { STORED_ADDRESSES_MAX } from "@leitstand/contract/operation/limits";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { notFoundOrConflict } from "#platform/database/lock";
import type { Call } from "#platform/http/handler";
import { refuseUndialable } from "#platform/undialable";
import { notFound, problem } from "#platform/problem";
import { checkReferences } from "#platform/database/references";
import { sql } from "#platform/database/sql";
import { findAddressFault } from "./address";
import {
  countAddresses,
  insertAddress,
  keepVehicleTypes,
  removeAddress,
  selectAddresses,
  selectNumber,
  selectPostalCode,
  updateAddress,
} from "./addresses.sql";
import { dependsOnStored, requestedCode, type StoredCode, zipNumberOf } from "./postal-code";

type Draft = Static<typeof AddressCreateRequest>;

export const listAddresses = selectAddresses;

export async function createAddress(tx: Tx, draft: Draft) {
  await checkDraft(tx, draft);
  const { count } = await countAddresses(tx);
  if (count >= STORED_ADDRESSES_MAX) throw problem("LIMIT_EXCEEDED", { limit: STORED_ADDRESSES_MAX });
  return insertAddress(tx, withPostalCode(draft));
}

export async function changeAddress(tx: Tx, change: Static<typeof AddressUpdateRequest> & { id: string }) {
  await checkDraft(tx, change);
  const stored = dependsOnStored(change) ? await selectPostalCode(tx, change) : undefined;
  if (stored === null) throw await missingAddress(tx, change);
  const address = await updateAddress(tx, withPostalCode(change, stored));
  if (!address) throw await missingAddress(tx, change);
  return address;
}

const missingAddress = (tx: Tx, { id, lock_version }: { id: string; lock_version: number }) =>
  notFoundOrConflict(tx, { id, lock_version, table: sql`stored_addresses`, resource: "address" });

/**
 * Changes an address like `changeAddress`, but lets phone numbers that cannot be dialled stay if they are stored like
 * that.
 */
export async function changeAddressWith(
  tx: Tx,
  change: Static<typeof AddressUpdateRequest> & { id: string },
  { undialable, principal }: Pick<Call, "undialable" | "principal">,
) {
  const stored = undialable.length > 0 ? await selectNumber(tx, change.id) : undefined;
  refuseUndialable(undialable, principal.tenant_country, stored);
  return changeAddress(tx, change);
}

export async function deleteAddress(tx: Tx, id: string) {
  if ((await removeAddress(tx, id)) === 0) throw notFound("address", id);
}

function withPostalCode<T extends Draft>(draft: T, stored?: StoredCode) {
  const postal_code = requestedCode(draft, stored);
  if (postal_code === undefined) throw problem("FIELD_COMBINATION_INVALID", { fields: "zip_code, postal_code" });
  return { ...draft, postal_code, zip_code: zipNumberOf(postal_code) };
}

async function checkDraft(tx: Tx, draft: Draft) {
  const fault = findAddressFault(draft);
  if (fault) throw problem(fault.code, { ...fault.args });
  const excluded = draft.excluded_vehicle_type_ids ?? [];
  if (excluded.length > 0) keepVehicleTypes(tx, excluded);
  await checkReferences(tx, [
    { field: "stored_address_type_id", table: sql`stored_address_types`, ids: [draft.stored_address_type_id] },
    { field: "excluded_vehicle_type_ids", table: sql`vehicle_types`, ids: excluded },
  ]);
}
