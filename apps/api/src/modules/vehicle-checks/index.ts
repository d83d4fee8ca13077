/** Exports of the vehicle-checks module for files: whether a photo is awaited, and what has arrived of it. */
export { checkPhotoAwaited } from "./vehicle-checks.service";
export { lockPhoto, updatePhoto } from "./vehicle-checks.sql";
