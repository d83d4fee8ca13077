export { makePositionDays } from "./location-ingest.service";
export { watchSilentTours } from "./silent-tours.service";
export { trimPositions } from "./location.service";
