/** Exports of the assets module for the composition root and other modules. */
export { deleteOrphanedFiles, assetsFolderOf, createAssetFileStore, listAssetPaths } from "./assets.service";
export { FileInspector } from "./inspection.service";
export { announcePhotos, countAwaitedPhotos, supersedeFilesOfUndoneSteps } from "./case-photos.service";
