/** Items that cells name by their id or by one of their names. */
export class NamedItemLookup {
  private readonly ids = new Map<string, string | null>();

  constructor(things: readonly { readonly id: string; readonly names: readonly (string | null | undefined)[] }[]) {
    for (const { id, names } of things)
      for (const key of new Set(names.map((name) => name?.toLowerCase()))) {
        if (!key) continue;
        // Two items have this name, so it means neither.
        this.ids.set(key, this.ids.has(key) ? null : id);
      }
    for (const { id } of things) this.ids.set(id, id);
  }

  /** Id of an item by name; undefined where there is none, or more than one. */
  find(name: string): string | undefined {
    return this.ids.get(name.toLowerCase()) ?? undefined;
  }
}
