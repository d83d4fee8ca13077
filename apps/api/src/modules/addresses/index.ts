/**
 * Exports of the addresses module: what searches put first, what addresses keep of vehicle types, and what imports
 * need.
 */
export { findStoredAddressFault } from "./address";
export { selectAddressesByName } from "./address-keys.sql";
export { listAddressTypes } from "./address-types.service";
export { changeAddress, createAddress, listAddresses } from "./addresses.service";
export { countStoredAddresses, removeVehicleTypeFromAddresses } from "./addresses.sql";
export { zipCodeToPostalCode } from "./postal-code";
