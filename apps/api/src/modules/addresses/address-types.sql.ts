import type { AddressTypeCreateRequest, StoredAddressType } from "@leitstand/contract/company/addresses";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { alphabetically, sql } from "#platform/database/sql";

type AddressTypeRow = Static<typeof StoredAddressType>;

const addressTypeColumns = sql`id, name, short_key, description, lock_version, created_at, updated_at`;

/** All address types; not paged, because a tenant has about a dozen. */
export const selectAddressTypes = (tx: Tx) =>
  tx.many<AddressTypeRow>(
    sql`select ${addressTypeColumns} from stored_address_types where tenant_id = ${tx.tenantId} order by ${alphabetically(sql`name`)}, id`,
  );

export const insertAddressType = (tx: Tx, draft: Static<typeof AddressTypeCreateRequest>) =>
  tx.one<AddressTypeRow>(sql`
    insert into stored_address_types (tenant_id, name, short_key, description)
    values (${tx.tenantId}, ${draft.name}, ${draft.short_key}, ${draft.description}) returning ${addressTypeColumns}`);
