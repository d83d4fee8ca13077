import { buildGallery } from "../tools/build.mjs";

/** Pictures are taken of every component in the gallery, which is not delivered. */
export default () => buildGallery();
