export { messageAddresseeCondition } from "./addressees.sql";
export { createCriticalMessage } from "./messages.service";
export { criticalMessageRetention } from "./messages.sql";
