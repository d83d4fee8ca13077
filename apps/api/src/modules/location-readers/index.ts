export { LocationReaderRecorder, readerRetention, type LocationReaderServices } from "./location-readers.service";
export { selectReadersOfOwnLocations } from "./location-readers.sql";
