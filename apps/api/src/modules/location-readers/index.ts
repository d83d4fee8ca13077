export { LocationReaders, readerRetention, type ReadingServices } from "./location-readers.service";
export { selectOwnReaders } from "./location-readers.sql";
