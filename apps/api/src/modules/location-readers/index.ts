export {
  listOwnLocationReaders,
  LocationReaderRecorder,
  locationReaderRetention,
  type LocationReaderServices,
} from "./location-readers.service";
