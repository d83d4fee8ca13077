/** The page of all operations, among the names of fragments. */
export const OVERVIEW = "overview";

const asked = new Map<string, Promise<string>>();

/** The main part of a page of the reference as HTML; asked for once. Throws where it cannot be had, and asks again then. */
export function loadFragment(name: string): Promise<string> {
  const known = asked.get(name);
  if (known !== undefined) return known;
  // A name that ends as pages do would lead to a page.
  const loading = fetch(`/reference/${name}.txt`).then((answer) => {
    if (!answer.ok) throw new Error(`It was answered with ${answer.status}.`);
    return answer.text();
  });
  asked.set(name, loading);
  loading.catch(() => asked.delete(name));
  return loading;
}

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Ahead of a click that is likely; not where every byte counts. */
export function prefetchFragment(name: string) {
  const { saveData = false, effectiveType = "" } = (navigator as { readonly connection?: Connection }).connection ?? {};
  if (!saveData && !effectiveType.endsWith("2g")) loadFragment(name).catch(() => undefined);
}
