import { randomUUID } from "node:crypto";
import { followSharedEventBatches, type SharedStreamState } from "@leitstand/client/shared-stream";
import type { StreamMessage } from "@leitstand/client/event-stream";
import { onTestFinished } from "vitest";
import { titleOfStreamMessage } from "../live-streams";
import type { ApiSession } from "../start-api";

const abortError = (why: string) => new DOMException(why, "AbortError");
type LockedWork = () => unknown;
interface LockRequest {
  readonly grant: () => void;
  readonly refuse: (reason: unknown) => void;
}

/** Web Locks of a browser for the tabs of one origin, which Node 20 lacks. Channels are Node's own. */
class BrowserLocks {
  private readonly holders = new Map<string, LockRequest>();
  private readonly queues = new Map<string, LockRequest[]>();

  request = ((name: string, how: LockOptions, work: LockedWork) =>
    new Promise<unknown>((resolve, refuse) => {
      const queue = this.queues.get(name) ?? [];
      this.queues.set(name, queue);
      const grant = () => {
        this.holders.set(name, request);
        void Promise.resolve(work())
          .then(resolve, refuse)
          .finally(() => this.release(name, request));
      };
      const request = { grant, refuse };
      if (how.steal === true) {
        this.holders.get(name)?.refuse(abortError("stolen"));
        return grant();
      }
      if (!this.holders.has(name)) return grant();
      queue.push(request);
      how.signal?.addEventListener("abort", () => {
        const at = queue.indexOf(request);
        if (at === -1) return;
        queue.splice(at, 1);
        refuse(how.signal?.reason);
      });
    })) as LockManager["request"];

  /** Gives the lock to the next in the queue, unless it was taken from its holder. */
  private release(name: string, request: LockRequest) {
    if (this.holders.get(name) !== request) return;
    this.holders.delete(name);
    this.queues.get(name)?.shift()?.grant();
  }
}

export interface TabOptions {
  readonly url: string;
  readonly session: ApiSession;
  readonly lastEventId: string;
  /** First pause in ms before its stream reconnects. */
  readonly firstWaitMs?: number;
  /** Milliseconds that it waits for the reading tab to speak, and then for its answer. */
  readonly patienceMs?: number;
}

/** One browser, whose tabs follow the live stream of the product. */
export class TestBrowser {
  readonly locks = new BrowserLocks();
  /** Name that separates browsers: Node's channels reach a whole process, those of a browser end with it. */
  readonly name = randomUUID();
  /** Number of streams that all tabs together have asked for. */
  streams = 0;

  open(options: TabOptions): TestTab {
    const tab = new TestTab(this, options);
    onTestFinished(() => tab.close());
    return tab;
  }
}

/** A tab of the browser: the events it received, and how a browser suspends or closes tabs. */
export class TestTab {
  readonly titles: string[] = [];
  readonly states: SharedStreamState[] = [];
  readonly ended: Promise<unknown>;
  private readonly stop = new AbortController();
  private isFrozen = false;
  private isAway = false;
  private isHidden = false;
  private readonly listeners = new Set<() => void>();

  constructor(browser: TestBrowser, options: TabOptions) {
    const { url, session, lastEventId, firstWaitMs = 5, patienceMs = 600_000 } = options;
    const batches = followSharedEventBatches({
      tab: {
        locks: browser.locks,
        openChannel: (name) => this.openChannel(`${browser.name} ${name}`),
        isHidden: () => this.isHidden,
        isSuspended: () => this.isAway,
        onChange: (listener) => {
          this.listeners.add(listener);
          return () => this.listeners.delete(listener);
        },
      },
      baseUrl: url,
      token: () => session.session.token,
      lastEventId,
      signal: this.stop.signal,
      firstWaitMs,
      longestWaitMs: 10 * firstWaitMs,
      quietMs: patienceMs,
      answerMs: patienceMs,
      onState: (state) => this.states.push(state),
      fetch: async (...call) => {
        browser.streams++;
        return fetch(...call);
      },
    });
    this.ended = this.read(batches).catch((error: unknown) => error);
  }

  private async read(batches: AsyncGenerator<readonly StreamMessage[], void>) {
    for await (const messages of batches) this.titles.push(...messages.map(titleOfStreamMessage));
  }

  private openChannel(name: string): BroadcastChannel {
    const channel = new BroadcastChannel(name);
    const post = channel.postMessage.bind(channel);
    channel.postMessage = (message: unknown) => {
      if (!this.isFrozen) post(message);
    };
    return channel;
  }

  get isLive() {
    return this.states.at(-1)?.is === "open";
  }

  async close() {
    this.stop.abort();
    await this.ended;
  }

  /** Freezes the tab, as a debugger does: it keeps its locks, and sends nothing. */
  freeze(isFrozen: boolean) {
    this.isFrozen = isFrozen;
  }

  hide(isHidden: boolean) {
    this.isHidden = isHidden;
    for (const listener of this.listeners) listener();
  }

  /** Suspends the tab as a browser does, which may show it again. */
  suspend(isAway: boolean) {
    this.isAway = isAway;
    for (const listener of this.listeners) listener();
  }
}
