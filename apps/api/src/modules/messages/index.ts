export { isAddressedTo } from "./addressees.sql";
export { raiseCriticalMessage } from "./messages.service";
