export { LocationReaders, readerRetention, type ReadingServices } from "./location-readers.service";
export { selectReadersOfOwnLocations } from "./location-readers.sql";
