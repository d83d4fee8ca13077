import type { Found } from "./find";

export type Search = (query: string) => Found;

let loading: Promise<Search> | undefined;

/** Loads the search when it is about to be used; after a failure it is loaded again the next time. */
export function loadSearch(): Promise<Search> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Search> {
  const [answer, { find }, { openIndex }] = await Promise.all([
    fetch("/search-index.json"),
    import("./find"),
    import("./search-index"),
  ]);
  if (!answer.ok) throw new Error(`The index was answered with ${answer.status}.`);
  const index = openIndex(await answer.text());
  return (query) => find(index, query);
}
