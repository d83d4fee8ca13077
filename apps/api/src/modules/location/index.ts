export { makePositionDays } from "./location-ingest.service";
export { trimPositions } from "./location.service";
