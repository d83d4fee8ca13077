/** What the composition root and other modules may ask of files. */
export { deleteOrphans } from "./assets.service";
export { FileInspection } from "./inspection.service";
export { supersedeAssets } from "./assets.service";
