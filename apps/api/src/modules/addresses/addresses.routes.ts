import { addressOperations } from "@leitstand/contract/company/addresses";
import { implementOperations } from "#platform/http/handler";
import { createAddressType, listAddressTypes } from "./address-types.service";
import { changeAddressKeepingPhone, createAddress, deleteAddress, listAddresses } from "./addresses.service";

export const addressRoutes = implementOperations(addressOperations, {
  getAddresses: ({ tx, query }) => listAddresses(tx, query),
  createAddress: ({ tx, body }) => createAddress(tx, body),
  updateAddress: (call) => changeAddressKeepingPhone(call.tx, { ...call.body, id: call.params.id }, call),
  deleteAddress: ({ tx, params }) => deleteAddress(tx, params.id),
  getAddressTypes: ({ tx }) => listAddressTypes(tx),
  createAddressType: ({ tx, body }) => createAddressType(tx, body),
});
