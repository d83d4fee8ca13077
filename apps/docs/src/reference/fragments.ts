/** Name of the fragment with all operations. */
export const OVERVIEW_FRAGMENT = "overview";

const requestedFragments = new Map<string, Promise<string>>();

/**
 * Main part of a page of the reference as HTML; fetched once. Throws when it cannot be fetched, and tries again at the
 * next call.
 */
export function loadReferenceFragment(name: string): Promise<string> {
  const known = requestedFragments.get(name);
  if (known !== undefined) return known;
  // A name ending in .html would be redirected to a page.
  const loading = fetch(`/reference/${name}.txt`).then((answer) => {
    if (!answer.ok) throw new Error(`It was answered with ${answer.status}.`);
    return answer.text();
  });
  requestedFragments.set(name, loading);
  loading.catch(() => requestedFragments.delete(name));
  return loading;
}

interface NetworkConnection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Fetches a fragment before a likely click, except in data-saver mode. */
export function prefetchReferenceFragment(name: string) {
  const { saveData = false, effectiveType = "" } =
    (navigator as { readonly connection?: NetworkConnection }).connection ?? {};
  if (!saveData && !effectiveType.endsWith("2g")) loadReferenceFragment(name).catch(() => undefined);
}
