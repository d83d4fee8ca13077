/** Exports of the assets module for the composition root and other modules. */
export { deleteOrphanedFiles, assetsFolderOf, assetFilesOf, listAssetPaths } from "./assets.service";
export { FileInspection } from "./inspection.service";
export { announcePhotos, countAwaitedPhotos } from "./case-photos.service";
export { supersedeAssets } from "./assets.service";
