import type { RouteProvenance, RoadRouter } from "./road";

/** Combined provenance of several answers of one router; that of the router where there was no request. */
export function combinedProvenanceOf(
  { name, isEstimate, attribution }: Pick<RoadRouter, "name" | "isEstimate" | "attribution">,
  ...answers: readonly { readonly by?: RouteProvenance | undefined }[]
): RouteProvenance {
  const own: RouteProvenance = { source: name, estimated: isEstimate, attribution };
  const said = answers.map(({ by }) => by ?? own);
  const byRoads = said.find(({ source }) => source !== "estimate") ?? said[0] ?? own;
  return { ...byRoads, estimated: said.length === 0 ? own.estimated : said.some(({ estimated }) => estimated) };
}
