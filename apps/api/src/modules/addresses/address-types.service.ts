import { insertAddressType, selectAddressTypes } from "./address-types.sql";

export const listAddressTypes = selectAddressTypes;
export const createAddressType = insertAddressType;
