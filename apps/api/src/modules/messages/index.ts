export { messageAddresseeCondition } from "./addressees.sql";
export { createCriticalMessage } from "./messages.service";
