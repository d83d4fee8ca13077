/** Gathers ids for a moment and works on them together: a busy minute costs one call and not one for each event. */
export class Gatherer {
  private readonly ids = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly work: (ids: readonly string[]) => Promise<void>,
    private readonly options: { readonly waitMs: number; readonly atMost: number },
  ) {}

  add(ids: readonly string[]) {
    for (const id of ids) this.ids.add(id);
    if (this.ids.size > 0) this.timer ??= setTimeout(() => void this.flush(), this.options.waitMs);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.ids.clear();
  }

  private async flush() {
    const ids = [...this.ids].slice(0, this.options.atMost);
    for (const id of ids) this.ids.delete(id);
    this.timer = undefined;
    // What could not be read now is read when the list is fetched the next time.
    await this.work(ids).catch(() => undefined);
    this.add([]);
  }
}
