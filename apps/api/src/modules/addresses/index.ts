/** The face of stored addresses: what a search puts first, what they keep of vehicle types, and what an import asks. */
export { findAddressFault } from "./address";
export { selectAddressesByName } from "./address-keys.sql";
export { listAddressTypes } from "./address-types.service";
export { changeAddress, createAddress, listAddresses } from "./addresses.service";
export { countAddresses, forgetVehicleType } from "./addresses.sql";
export { postalCodeOf } from "./postal-code";
