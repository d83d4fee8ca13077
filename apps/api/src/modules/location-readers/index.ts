export {
  LocationReaderRecorder,
  locationReaderRetention,
  type LocationViewAudit,
} from "./location-readers.service";
export { selectReadersOfOwnLocations } from "./location-readers.sql";
