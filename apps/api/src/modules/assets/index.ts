/** What the composition root and other modules may ask of files. */
export { sweepOrphans } from "./assets.service";
export { FileInspection } from "./inspection.service";
