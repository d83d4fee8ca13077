/** What the composition root and other modules may ask of files. */
export { deleteOrphans, filesFolderOf, filesOf, listStoredPaths } from "./assets.service";
export { FileInspection } from "./inspection.service";
export { announcePhotos, countAwaitedPhotos } from "./case-photos.service";
export { supersedeAssets } from "./assets.service";
