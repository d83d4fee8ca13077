export { createPositionPartitions } from "./location-ingest.service";
export { handleSilentTours } from "./silent-tours.service";
export { deleteExpiredPositions } from "./location.service";
