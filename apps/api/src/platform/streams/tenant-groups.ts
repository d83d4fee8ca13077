import { canSeeEvent, audienceNamesOfViewer, reachesUnnamedDrivers, type StreamViewer } from "./event-audience";
import type { StreamFrame } from "./event-frame";
import type { EventStream } from "./event-stream";

/** Group of streams that see the same events: their messages are chosen and put together once. */
export interface StreamGroup {
  readonly viewer: StreamViewer;
  readonly members: Set<EventStream>;
  pending: Buffer[];
}

/**
 * The groups of one tenant. Viewers reached by name alone are found by name: a fleet has a thousand phones and few
 * dispatchers.
 */
export class TenantStreamGroups {
  private readonly byKey = new Map<string, StreamGroup>();
  private readonly byName = new Map<string, Set<StreamGroup>>();
  private readonly others = new Set<StreamGroup>();

  get isEmpty() {
    return this.byKey.size === 0;
  }

  find(key: string): StreamGroup | undefined {
    return this.byKey.get(key);
  }

  /** Group of the streams with the same viewer; created without members when there is none. */
  of(viewer: StreamViewer): StreamGroup {
    const known = this.byKey.get(viewer.key);
    if (known) return known;
    const group: StreamGroup = { viewer, members: new Set(), pending: [] };
    this.byKey.set(viewer.key, group);
    for (const place of this.placesOf(viewer)) place.add(group);
    return group;
  }

  remove(group: StreamGroup) {
    this.byKey.delete(group.viewer.key);
    for (const place of this.placesOf(group.viewer)) place.delete(group);
    for (const name of audienceNamesOfViewer(group.viewer) ?? [])
      if (this.byName.get(name)?.size === 0) this.byName.delete(name);
  }

  thatSee(frame: StreamFrame): StreamGroup[] {
    return [...this.mayBeReached(frame)].filter(({ viewer }) => canSeeEvent(viewer, frame));
  }

  private mayBeReached(frame: StreamFrame): Iterable<StreamGroup> {
    if (reachesUnnamedDrivers(frame)) return this.byKey.values();
    const { user_ids = [], device_ids = [] } = frame.audience;
    const named = [...user_ids, ...device_ids].flatMap((name) => [...(this.byName.get(name) ?? [])]);
    return named.length === 0 ? this.others : new Set([...this.others, ...named]);
  }

  private placesOf(viewer: StreamViewer): Set<StreamGroup>[] {
    const names = audienceNamesOfViewer(viewer);
    if (names === undefined) return [this.others];
    return names.map((name) => {
      const groups = this.byName.get(name) ?? new Set();
      this.byName.set(name, groups);
      return groups;
    });
  }
}
