import { followEvents, type StreamMessage } from "@leitstand/client/event-stream";
import type { ReceivedStreamMessage, StreamSubscriber } from "./facts";
import type { SignedInPerson } from "./people";

/** One open stream: records everything that it is told, and when. */
export class StreamListener implements StreamSubscriber {
  readonly seen: ReceivedStreamMessage[] = [];
  resets = 0;
  connects = 0;
  fault: Error | undefined;
  since: string | undefined;
  shown: ReadonlyMap<string, number> = new Map();
  private readonly stop = new AbortController();
  private done: Promise<void> = Promise.resolve();

  constructor(
    readonly person: SignedInPerson,
    private readonly onMessage: (message: StreamMessage) => void = () => undefined,
  ) {}

  get viewer() {
    return this.person.viewer;
  }

  /** Begins where the snapshot of the dashboard ends; returns the time of that snapshot. */
  async begin(baseUrl: string): Promise<string> {
    const { cursor, generated_at, tours } = await this.person.client.getDashboard();
    this.since = generated_at;
    this.shown = new Map(tours.map(({ tour_id, lock_version }) => [tour_id, lock_version]));
    const { token, fetch } = this.person;
    const stream = followEvents({
      baseUrl,
      token,
      fetch,
      lastEventId: cursor,
      signal: this.stop.signal,
      firstWaitMs: 200,
      longestWaitMs: 2_000,
      onState: ({ is }) => {
        if (is === "open") this.connects++;
      },
    });
    this.done = this.read(stream);
    return generated_at;
  }

  private async read(stream: AsyncIterable<StreamMessage>) {
    try {
      for await (const message of stream) {
        if (message.type === "reset") this.resets++;
        this.seen.push({ message, at: performance.now() });
        this.onMessage(message);
      }
    } catch (error) {
      this.fault = error as Error;
    }
  }

  /** Whether everything up to the setting of this waiting time has arrived. */
  hasHeard(area_id: string, waiting_updated_at: string): boolean {
    const wanted = Date.parse(waiting_updated_at);
    return this.seen
      .slice(-200)
      .some(
        ({ message }) =>
          message.type === "area waiting time" &&
          message.data.area_id === area_id &&
          Date.parse(message.data.waiting_updated_at ?? "") === wanted,
      );
  }

  async end() {
    this.stop.abort();
    await this.done;
  }
}
