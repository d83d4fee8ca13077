import type { RouteProvenance, Router } from "./road";

/** RouteProvenance of several answers of one router; where there was no request, that of the router. */
export function combinedProvenanceOf(
  { name, isEstimate, attribution }: Pick<Router, "name" | "isEstimate" | "attribution">,
  ...answers: readonly { readonly by?: RouteProvenance | undefined }[]
): RouteProvenance {
  const own: RouteProvenance = { source: name, estimated: isEstimate, attribution };
  const said = answers.map(({ by }) => by ?? own);
  const byRoads = said.find(({ source }) => source !== "estimate") ?? said[0] ?? own;
  return { ...byRoads, estimated: said.length === 0 ? own.estimated : said.some(({ estimated }) => estimated) };
}
