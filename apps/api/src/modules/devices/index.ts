export { stopPushes } from "./device-reports.service";
