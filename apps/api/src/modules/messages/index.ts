export { isMessageAddressedTo } from "./addressees.sql";
export { createCriticalMessage } from "./messages.service";
