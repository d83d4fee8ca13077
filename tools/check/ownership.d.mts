interface Entry {
  readonly uses?: readonly string[];
  readonly owns?: readonly string[];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}
interface FoundSources {
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  readonly tables: ReadonlySet<string>;
}
export function moduleOf(path: string): string | undefined;
export function findFaults(map: Readonly<Record<string, Entry>>, found: FoundSources): string[];
export function readApi(): { map: Record<string, Entry> } & FoundSources;
