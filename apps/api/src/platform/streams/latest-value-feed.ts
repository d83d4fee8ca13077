import type { EventPayload } from "@leitstand/contract/board/events";
import { type NodeBus, BUS_BROADCAST_BYTES_MAX } from "../events/bus";
import { encodeMessageFrame, type StreamFrame } from "./event-frame";
import type { EventAudience } from "../events/events";

/** Position of a vehicle now. Not stored and not resumed: a newer one takes the place of an older one. */
export interface VehiclePositionUpdate {
  readonly tenant_id: string;
  /** Audience: the branch of vehicle and tour, and the users and devices of the tour. */
  readonly audience: EventAudience;
  readonly payload: EventPayload<"location update">;
}

const BATCH_INTERVAL_MS = 100;

/** Gathers the positions of a short while, the last of each vehicle, for this node's streams and for the other nodes. */
export class LatestPositionFeed {
  private readonly latest = new Map<string, VehiclePositionUpdate>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly bus: NodeBus,
    private readonly deliver: (frame: StreamFrame) => void,
  ) {}

  /** Called with the positions of all nodes, for listeners other than streams. */
  onNews: (news: VehiclePositionUpdate) => void = () => undefined;

  publish = (news: VehiclePositionUpdate) => {
    this.latest.set(news.payload.vehicle_id, news);
    this.timer ??= setTimeout(this.flush, BATCH_INTERVAL_MS);
  };

  /** Receives positions gathered by another node. */
  hear(text: string) {
    for (const news of JSON.parse(text) as VehiclePositionUpdate[]) this.tell(news);
  }

  private tell(news: VehiclePositionUpdate) {
    this.deliver(positionFrameOf(news));
    this.onNews(news);
  }

  stop() {
    clearTimeout(this.timer);
    this.latest.clear();
  }

  private flush = () => {
    this.timer = undefined;
    const all = [...this.latest.values()];
    this.latest.clear();
    for (const news of all) this.tell(news);
    for (const text of splitIntoJsonBatches(all)) this.bus.cast(text);
  };
}

/**
 * Splits updates into JSON arrays, each short enough for a call between nodes. A longer single update stays on its own
 * node.
 */
export function* splitIntoJsonBatches(all: readonly VehiclePositionUpdate[]): Generator<string> {
  let batch: string[] = [];
  let bytes = 2;
  for (const news of all) {
    const text = JSON.stringify(news);
    const size = Buffer.byteLength(text) + 1;
    if (size + 2 > BUS_BROADCAST_BYTES_MAX) continue;
    if (bytes + size > BUS_BROADCAST_BYTES_MAX) {
      yield `[${batch.join(",")}]`;
      batch = [];
      bytes = 2;
    }
    batch.push(text);
    bytes += size;
  }
  if (batch.length > 0) yield `[${batch.join(",")}]`;
}

const positionFrameOf = ({ tenant_id, audience, payload }: VehiclePositionUpdate): StreamFrame => {
  const type = "location update";
  const data = JSON.stringify(payload);
  return {
    tenant_id,
    type,
    audience,
    bytes: encodeMessageFrame({ type, timestamp: payload.fixed_at, trace_id: null, data }, undefined),
  };
};
