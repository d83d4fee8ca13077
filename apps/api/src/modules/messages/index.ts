export { raiseCriticalMessage } from "./messages.service";
