/** The face of stored addresses: what a search puts first. */
export { listAddresses } from "./addresses.service";
