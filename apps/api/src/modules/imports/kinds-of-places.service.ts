import { AddressCreateRequest, addressOperations, AddressUpdateRequest } from "@leitstand/contract/company/addresses";
import {
  BranchAddress,
  BranchCreateRequest,
  branchOperations,
  BranchUpdateRequest,
} from "@leitstand/contract/company/branches";
import { STORED_ADDRESSES_MAX } from "@leitstand/contract/operation/limits";
import type { Static } from "@leitstand/contract/core/schema";
import {
  changeAddress,
  countStoredAddresses,
  createAddress,
  findStoredAddressFault,
  listAddressTypes,
  zipCodeToPostalCode,
  selectAddressesByName,
} from "#modules/addresses/index";
import { changeBranch, createBranch, selectBranchesByKeys } from "#modules/branches/index";
import { createImportColumns, createImportTextKey, createImportReferenceColumn } from "./import-columns";
import type { ImportKindDefinition } from "./import-kind.service";
import { toExistingImportObjects } from "./existing";
import { NamedItemLookup } from "./named-item-lookup";
import type { RequestFieldValues } from "./row-plan";

export const branchImportKind: ImportKindDefinition = {
  create: branchOperations.createBranch,
  update: branchOperations.updateBranch,
  createSchema: BranchCreateRequest,
  updateSchema: BranchUpdateRequest,
  columns: [
    ...createImportColumns(BranchCreateRequest, [
      "name",
      "type",
      "external_id",
      "phone_number",
      "internal_dispatching_enabled",
      "location_report_required",
      "active",
    ]),
    ...createImportColumns(
      BranchAddress,
      ["street", "house_number", "zip_code", "city", "country", "lat", "lon"],
      "address",
    ),
  ],
  keys: [createImportTextKey("external_id"), createImportTextKey("name")],
  loadLists: () => Promise.resolve({}),
  findExisting: async (tx, { updating }, values) =>
    toExistingImportObjects(
      await selectBranchesByKeys(tx, updating, { external_id: values("external_id"), name: values("name") }),
    ),
  extend: ({ given, existing }) => {
    const { address } = given;
    const known = existing?.fields["address"] as RequestFieldValues | null | undefined;
    return address
      ? { ...given, address: withNumericPostalCode(address as RequestFieldValues, known ?? undefined) }
      : given;
  },
  insert: (tx, _importer, draft) => createBranch(tx, draft as Static<typeof BranchCreateRequest>),
  change: (tx, { updating }, draft) =>
    changeBranch(tx, updating, draft as Static<typeof BranchUpdateRequest> & { id: string }),
};

export const addressImportKind: ImportKindDefinition = {
  create: addressOperations.createAddress,
  update: addressOperations.updateAddress,
  createSchema: AddressCreateRequest,
  updateSchema: AddressUpdateRequest,
  columns: [
    ...createImportColumns(AddressCreateRequest, [
      "name",
      "type",
      "street",
      "house_number",
      "addition",
      "floor",
      "zip_code",
      "city",
      "country",
      "lat",
      "lon",
      "contact_name",
      "phone_number",
      "notes",
      "elevator",
      "public_place",
      "home",
      "elderly_home",
      "cold_storage",
    ]),
    createImportReferenceColumn("address_type", "stored_address_type_id"),
  ],
  keys: [createImportTextKey("name")],
  loadLists: async (tx) => ({
    address_type: new NamedItemLookup(
      (await listAddressTypes(tx)).map(({ id, short_key, name }) => ({ id, names: [short_key, name] })),
    ),
  }),
  findExisting: async (tx, _importer, values) =>
    toExistingImportObjects(await selectAddressesByName(tx, values("name"))),
  extend: ({ given, existing }) => withNumericPostalCode(given, existing?.fields),
  check: (_tx, _importer, { draft }) => {
    const fault = findStoredAddressFault(draft);
    return Promise.resolve(fault && { column: fault.code === "RANGE_INVALID" ? null : "lat", code: fault.code });
  },
  countRoom: async (tx) => STORED_ADDRESSES_MAX - (await countStoredAddresses(tx)).count,
  insert: (tx, _importer, draft) => createAddress(tx, draft as Static<typeof AddressCreateRequest>),
  change: (tx, _importer, draft) => changeAddress(tx, draft as Static<typeof AddressUpdateRequest> & { id: string }),
};

/** Fields with the postal code as a number, because spreadsheets remove leading zeros from it. */
function withNumericPostalCode(
  given: RequestFieldValues,
  existing: RequestFieldValues | undefined,
): RequestFieldValues {
  const { zip_code } = given;
  if (typeof zip_code !== "string" || !/^[1-9]\d{0,6}$/.test(zip_code)) return given;
  const country = given["country"] ?? existing?.["country"];
  return {
    ...given,
    zip_code: zipCodeToPostalCode({
      zip_code: Number(zip_code),
      country: typeof country === "string" ? country : null,
    }),
  };
}
