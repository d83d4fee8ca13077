interface OwnershipEntry {
  readonly uses?: readonly string[];
  readonly owns?: readonly string[];
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
}
interface FoundSources {
  readonly sources: readonly { readonly path: string; readonly text: string }[];
  readonly tables: ReadonlySet<string>;
}
export function moduleOfFile(path: string): string | undefined;
export function findOwnershipFaults(map: Readonly<Record<string, OwnershipEntry>>, found: FoundSources): string[];
export function readApiSources(): { map: Record<string, OwnershipEntry> } & FoundSources;
