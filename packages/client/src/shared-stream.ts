import {
  type EventStreamOptions,
  followEventBatches,
  type StreamMessage,
  type StreamConnectionState,
} from "./event-stream";
import { ApiProblem } from "./problem";
import { takeNewMessages, type SharedMessageBatch } from "./shared-batch";
import { type BrowserTabFeatures, ExclusiveTabLock } from "./turns";

/** State of the connection of the tab that reads. */
export type SharedStreamState =
  | { readonly is: "connecting" }
  | { readonly is: "open" }
  /** Connection lost, or refused because too many are open; it comes again by itself. */
  | { readonly is: "waiting"; readonly isRefused: boolean };

export interface SharedStreamOptions extends Omit<EventStreamOptions, "onState"> {
  /** Tab that shares the stream with other tabs; undefined: the stream belongs to this tab alone. */
  readonly tab: BrowserTabFeatures | undefined;
  /**
   * Called with every connection, whichever tab it belongs to: messages that no stream repeats may have been missed
   * before it.
   */
  readonly onState?: (state: SharedStreamState) => void;
  /** Milliseconds of silence after which the reading tab is asked, and that it has to answer. */
  readonly quietMs?: number;
  readonly answerMs?: number;
}

/** Asks whether the reading tab is there; it answers with its state. */
interface LeaderQuestion {
  readonly says: "ask";
}
interface SharedBatchMessage extends SharedMessageBatch {
  readonly says: "tell";
  /** Number of the reading tab's term, which grows with each one: messages of an earlier term are ignored. */
  readonly term: number;
  /** Number of the change of `state` within a term. */
  readonly change: number;
  readonly state: SharedStreamState;
  readonly delayedSince: string | null;
  readonly isHidden: boolean;
  /** Whether something has come from the server just now. */
  readonly isHeard: boolean;
}

/**
 * The live stream, read by one tab of a browser for all that hold the same token: the server allows few streams to a bearer, and
 * a browser few connections to a server. It behaves like `followEventBatches`, and adds `reset` where a tab may have missed something.
 *
 * - The tab that holds the lock reads. It tells on a channel what arrives, and how its connection stands. Lock and channel are
 *   named by a digest of the token, so that tabs of another account, tenant or session are never heard.
 * - Each telling names the places in the log before and after it. A tab takes over what is new to it, leaves out what it has had,
 *   and reads its picture again where the two do not meet (`takeNewMessages`). It keeps a cursor of its own, by which it goes on when
 *   the lock comes to it: because the tab before was closed, crashed or was suspended, all of which release the lock.
 * - A tab that says nothing for too long is asked; without an answer the lock is taken from it, and whatever it says later belongs
 *   to a term that is over. A tab in sight takes it from a hidden one that has lost its connection, whose timers run late.
 */
export async function* followSharedEventBatches(
  options: SharedStreamOptions,
): AsyncGenerator<readonly StreamMessage[], void> {
  const { tab, onState } = options;
  if (tab === undefined)
    return yield* followEventBatches({ ...options, onState: (state) => onState?.(sharedStateOf(state)) });
  const name = `leitstand.stream.${await tokenDigest(options.token() ?? "")}`;
  const member = new SharedStreamMember(tab, name, options);
  try {
    yield* member.batches();
  } finally {
    member.end();
  }
}

async function tokenDigest(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const sharedStateOf = (state: StreamConnectionState): SharedStreamState =>
  state.is === "open"
    ? state
    : { is: "waiting", isRefused: state.cause instanceof ApiProblem && state.cause.status === 429 };

const LEADER_SILENCE_MS = 40_000;
const LEADER_ANSWER_MS = 5_000;

/** One tab among those that share a stream. */
class SharedStreamMember {
  private readonly channel: BroadcastChannel;
  private readonly turns: ExclusiveTabLock;
  private readonly unlisten: () => void;
  private cursor: string | undefined;
  private term = 0;
  private change = 0;
  private state: SharedStreamState = { is: "connecting" };
  private delayedSince: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly arrived: (readonly StreamMessage[])[] = [];
  private fault: { readonly error: unknown } | undefined;
  private hasEnded = false;
  private wake: () => void = () => undefined;

  constructor(
    private readonly tab: BrowserTabFeatures,
    name: string,
    private readonly options: SharedStreamOptions,
  ) {
    const { lastEventId, signal } = options;
    this.cursor = lastEventId;
    this.turns = new ExclusiveTabLock(tab, name);
    this.channel = tab.openChannel(name);
    this.channel.onmessage = ({ data }: MessageEvent<LeaderQuestion | SharedBatchMessage>) => {
      if (data.says === "tell") this.hear(data);
      else if (this.turns.isMine) this.tell();
    };
    this.unlisten = tab.onChange(this.look);
    signal?.addEventListener("abort", this.end);
    if (signal?.aborted) this.end();
  }

  end = () => {
    this.hasEnded = true;
    this.turns.end();
    clearTimeout(this.timer);
    this.unlisten();
    this.options.signal?.removeEventListener("abort", this.end);
    this.channel.onmessage = null;
    this.channel.close();
    this.wake();
  };

  async *batches(): AsyncGenerator<readonly StreamMessage[], void> {
    if (this.hasEnded) return;
    this.ask();
    this.turns.run(this.read, { onOver: this.awaitTelling }).catch((error: unknown) => {
      this.fault = { error };
      this.wake();
    });
    while (!this.hasEnded) {
      const batch = this.arrived.shift();
      if (batch !== undefined) yield batch;
      else if (this.fault) throw this.fault.error;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Follows the stream for all tabs while it is this tab's turn. */
  private readonly read = async (signal: AbortSignal) => {
    clearTimeout(this.timer);
    this.term = Math.max(this.term + 1, Date.now());
    this.become({ is: "connecting" });
    const batches = followEventBatches({
      ...this.options,
      lastEventId: this.cursor,
      signal,
      onState: (state) => {
        if (!signal.aborted) this.become(sharedStateOf(state));
      },
      onHeard: () => {
        if (signal.aborted) return;
        this.options.onHeard?.();
        this.tell({ isHeard: true });
      },
      onDelay: (since) => {
        if (signal.aborted) return;
        this.learnDelay(since);
        this.tell();
      },
    });
    for await (const messages of batches) {
      if (signal.aborted) return;
      const after = this.cursor;
      this.cursor = messages.at(-1)?.id ?? after;
      this.tell({ after, messages });
      this.add(messages);
    }
  };

  /** Sets the state of this tab's own connection. */
  private become(state: SharedStreamState) {
    this.state = state;
    this.change++;
    if (state.is === "waiting") this.learnDelay(null);
    this.tell();
    this.options.onState?.(state);
  }

  private learnDelay(since: string | null) {
    if (this.delayedSince === since) return;
    this.delayedSince = since;
    this.options.onDelay?.(since);
  }

  private tell(more: Partial<Pick<SharedBatchMessage, "after" | "messages" | "isHeard">> = {}) {
    const { cursor, term, change, state, delayedSince } = this;
    const telling: SharedBatchMessage = {
      says: "tell",
      term,
      change,
      state,
      delayedSince,
      isHidden: this.tab.isHidden(),
      isHeard: false,
      after: cursor,
      upto: cursor,
      messages: [],
      ...more,
    };
    this.channel.postMessage(telling);
  }

  private hear(telling: SharedBatchMessage) {
    if (telling.term < this.term || (telling.term === this.term && this.turns.isMine)) return;
    // Another tab has taken the lock, which the message tells before the browser does.
    this.turns.leave();
    this.awaitTelling();
    const isChange = telling.term !== this.term || telling.change !== this.change;
    this.term = telling.term;
    this.change = telling.change;
    this.state = telling.state;
    if (isChange) this.options.onState?.(telling.state);
    this.learnDelay(telling.delayedSince);
    if (telling.isHeard) this.options.onHeard?.();
    const { messages, cursor } = takeNewMessages(telling, this.cursor);
    this.cursor = cursor;
    this.add(messages);
    const isLate = telling.isHidden && telling.state.is === "waiting" && !telling.state.isRefused;
    if (isLate && !this.tab.isHidden()) this.turns.take();
  }

  private add(messages: readonly StreamMessage[]) {
    if (messages.length === 0) return;
    this.arrived.push(messages);
    this.wake();
  }

  /** Called when the page was hidden, shown, suspended or resumed. */
  private readonly look = () => {
    this.turns.look();
    if (this.tab.isSuspended()) clearTimeout(this.timer);
    else if (this.turns.isMine) this.tell();
    else this.ask();
  };

  private readonly awaitTelling = () => {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.ask, this.options.quietMs ?? LEADER_SILENCE_MS);
  };

  private readonly ask = () => {
    const question: LeaderQuestion = { says: "ask" };
    this.channel.postMessage(question);
    clearTimeout(this.timer);
    // Each tab answers at its own moment: the first that takes the lock says so, and the others wait again.
    const answerMs = (this.options.answerMs ?? LEADER_ANSWER_MS) * (1 + Math.random());
    this.timer = setTimeout(() => this.turns.take(), answerMs);
  };
}
