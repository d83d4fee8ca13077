import type { Found } from "./find";

export type Search = (query: string) => Found;

let loading: Promise<Search> | undefined;

/** Loads what searches, once somebody is about to; where it did not come it is asked for again the next time. */
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
