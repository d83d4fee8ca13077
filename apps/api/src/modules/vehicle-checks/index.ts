/** Exports of the vehicle-checks module for files: whether a photo is awaited, and what has arrived of it. */
export { checkVehicleCheckPhotoAwaited } from "./vehicle-checks.service";
export { lockVehicleCheckPhoto, updateVehicleCheckPhoto } from "./vehicle-checks.sql";
