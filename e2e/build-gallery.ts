import { buildGallery } from "../tools/build.mjs";

/** Builds the gallery, which is not delivered, for pictures of every component. */
export default () => buildGallery();
