import type { Provenance, Router } from "./road";

/** What comes of several answers of one router; where none was needed, what the router stands for. */
export function provenanceOf(
  { name, isEstimate, attribution }: Pick<Router, "name" | "isEstimate" | "attribution">,
  ...answers: readonly { readonly by?: Provenance | undefined }[]
): Provenance {
  const own: Provenance = { source: name, estimated: isEstimate, attribution };
  const said = answers.map(({ by }) => by ?? own);
  const byRoads = said.find(({ source }) => source !== "estimate") ?? said[0] ?? own;
  return { ...byRoads, estimated: said.length === 0 ? own.estimated : said.some(({ estimated }) => estimated) };
}
