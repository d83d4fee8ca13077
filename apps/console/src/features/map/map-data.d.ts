/** Addresses of the files that the build cuts from public data; see `map-data.ts` beside `vite.config.ts`. */
declare module "virtual:map-data" {
  export const worldUrl: string;
  export const placesUrl: string;
}
