/** Things that cells name by their id or by one of the names that people know them by. */
export class NameList {
  private readonly ids = new Map<string, string | null>();

  constructor(things: readonly { readonly id: string; readonly names: readonly (string | null | undefined)[] }[]) {
    for (const { id, names } of things)
      for (const name of new Set(names)) {
        if (!name) continue;
        const key = name.toLowerCase();
        // Two of the same name: neither is meant.
        this.ids.set(key, this.ids.has(key) ? null : id);
      }
    for (const { id } of things) this.ids.set(id, id);
  }

  /** Undefined where there is none, or more than one. */
  find(name: string): string | undefined {
    return this.ids.get(name.toLowerCase()) ?? undefined;
  }
}
