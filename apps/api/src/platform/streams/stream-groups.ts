import type { StreamFrame } from "./event-frame";
import type { EventStream } from "./event-stream";
import { type StreamGroup, TenantStreamGroups } from "./tenant-groups";

/** Longest time in ms for which messages gather under load. */
const GATHER_MS_MAX = 50;
/** Divisor of the time that writing to streams may take: one tenth. For the rest of the time messages are gathered. */
const WRITING_TIME_SHARE = 10;

/** Attached streams of a node, grouped by what their viewers see. */
export class StreamGroups {
  private readonly byTenant = new Map<string, TenantStreamGroups>();
  private readonly dirty = new Set<StreamGroup>();
  private timer: NodeJS.Timeout | NodeJS.Immediate | undefined;
  private costMs = 0;
  /** Number of clients that were cut off because they read too slowly. */
  dropped = 0;

  /** Attaches a stream from the next message on; pending messages belong to the streams there before. */
  add(stream: EventStream) {
    if (!stream.isOpen) return;
    const { tenant_id } = stream.viewer;
    const groups = this.byTenant.get(tenant_id) ?? new TenantStreamGroups();
    this.byTenant.set(tenant_id, groups);
    const group = groups.of(stream.viewer);
    this.send(group);
    group.members.add(stream);
  }

  /** Detaches a stream; returns whether it was attached. */
  remove(stream: EventStream): boolean {
    const { tenant_id, key } = stream.viewer;
    const groups = this.byTenant.get(tenant_id);
    const group = groups?.find(key);
    if (!groups || !group?.members.has(stream)) return false;
    this.send(group);
    group.members.delete(stream);
    if (group.members.size === 0) groups.remove(group);
    if (groups.isEmpty) this.byTenant.delete(tenant_id);
    return true;
  }

  accept(frame: StreamFrame) {
    for (const group of this.byTenant.get(frame.tenant_id)?.thatSee(frame) ?? []) {
      group.pending.push(frame.bytes);
      this.dirty.add(group);
    }
    if (this.dirty.size > 0) this.timer ??= this.schedule();
  }

  /**
   * Schedules the next write: at once when writing is cheap; the dearer it was the last time, the more goes together.
   */
  private schedule() {
    const waitMs = Math.min(GATHER_MS_MAX, Math.round(this.costMs * (WRITING_TIME_SHARE - 1)));
    return waitMs === 0 ? setImmediate(this.flush) : setTimeout(this.flush, waitMs);
  }

  flush = () => {
    this.timer = undefined;
    const beganAt = performance.now();
    for (const group of this.dirty) this.send(group);
    this.costMs = performance.now() - beganAt;
  };

  private send(group: StreamGroup) {
    this.dirty.delete(group);
    const { pending } = group;
    if (pending.length === 0) return;
    group.pending = [];
    const bytes = pending.length === 1 ? (pending[0] as Buffer) : Buffer.concat(pending);
    for (const stream of group.members) if (!stream.write(bytes)) this.dropped++;
  }
}
