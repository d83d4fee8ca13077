export { createPositionPartitionsAroundNow } from "./location-ingest.service";
export { promptAndReportSilentTours } from "./silent-tours.service";
export { deleteExpiredPositions } from "./location.service";
