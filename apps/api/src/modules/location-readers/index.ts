export {
  LocationReaderRecorder,
  locationReaderRetention,
  type LocationReaderServices,
} from "./location-readers.service";
export { selectReadersOfOwnLocations } from "./location-readers.sql";
