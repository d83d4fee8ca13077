/** Exports of the geo-data module: imported maps and postal codes, and the threads that answer by them. */
export { GeoDataLoader, createGeoFileStore } from "./geo-data.service";
export type { RoutingThread, RouteAnswer } from "./geo-threads.service";
export { importOsmMap } from "./import-map.service";
export { listBuiltInPlaces } from "./home-places.service";
export { type GeoImportFile, GeoImportFileError, openGeoImportFile } from "./import-file.service";
export { importPostalCodes } from "./import-postal-codes.service";
export { describeGeoImport } from "./import-description";
export type { GeoImportEnvironment } from "./switch-generation.service";
export { deleteUnusedGeoData } from "./sweep.service";
