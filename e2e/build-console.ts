import { buildGallery, buildWhatHasChanged } from "../tools/build.mjs";

/** Journeys look at the console as it is delivered, not as a development server would show it. */
export default async function build() {
  await Promise.all([buildWhatHasChanged(), buildGallery()]);
}
