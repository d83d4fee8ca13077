/** Exports of the geo-data module: imported maps and postal codes, and the threads that answer by them. */
export { GeoData, geoFilesOf } from "./geo-data.service";
export type { RoadsThread, RouteAnswer } from "./geo-threads.service";
export { importMap } from "./import-map.service";
export { listBuiltInPlaces } from "./home-places.service";
export { type ImportFile, ImportFileError, openImportFile } from "./import-file.service";
export { importPostalCodes } from "./import-postal-codes.service";
export { describeGeoImport } from "./import-description";
export type { GeoImportTarget } from "./switch-generation.service";
export { deleteUnusedGeoData } from "./sweep.service";
