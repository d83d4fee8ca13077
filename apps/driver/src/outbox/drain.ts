import type { Client } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import type { DriverDatabase } from "#storage/database.ts";
import { unsealText, unsealValue, sealText } from "#vault/seal.ts";
import type { NewOutboxEntrySignal } from "./new-entry-signal.ts";
import { serverTimeOfStamp } from "./clock-offset.ts";
import { freezeOutboxInput } from "./freeze.ts";
import { outboxRowsToSend, nextOutboxWakeUpTime } from "./next-rows.ts";
import { outboxChainOfCase, type OutboxContent, type OutboxRow } from "./outbox-row.ts";
import { consequenceOfRefusal, retryPauseMs } from "./refusal.ts";

export interface DrainOptions {
  readonly db: DriverDatabase;
  readonly deviceKey: CryptoKey;
  /** API client of the user whose entries these are; it makes one attempt. */
  readonly client: Client;
  /** Milliseconds to add to this phone's clock, as an answer has told; null while none has. */
  readonly clockOffset: () => number | null;
  /** Asks the server for its time; a row that needs it waits for the answer, and delays no other chain. */
  readonly learnClockOffset?: () => Promise<void>;
  readonly pauses: OutboxChainPauses;
  /** Tells that another entry was written: a missing answer delays only its own chain. */
  readonly asking?: NewOutboxEntrySignal;
  readonly now?: () => number;
}

/** Reason why a drain has ended: nothing can be sent now, the driver has to sign in, or this phone is disabled. */
export type QueueSendingResult =
  | { readonly is: "idle"; readonly wakeAt: number | undefined }
  | { readonly is: "sign_in" }
  | { readonly is: "wipe" };

const CHAINS_AT_ONCE = 4;

/** Sends what can be sent, each chain in its order. The page and its worker never do so at once. */
export const drainOutbox = (options: DrainOptions): Promise<QueueSendingResult> =>
  navigator.locks.request("outbox", () => new OutboxDrain(options).run());

/** Consecutive failures of chains, and until when each waits; it outlives a single drain. */
export class OutboxChainPauses {
  readonly until = new Map<string, number>();
  private readonly failures = new Map<string, number>();

  wait(chain: string, now: number, retryAfter: string | undefined) {
    const failures = (this.failures.get(chain) ?? 0) + 1;
    this.failures.set(chain, failures);
    this.until.set(chain, now + retryPauseMs(failures, retryAfter));
  }

  end(chain: string) {
    this.failures.delete(chain);
    this.until.delete(chain);
  }

  /** Ends all pauses: there is network again. */
  endAll() {
    this.failures.clear();
    this.until.clear();
  }
}

class OutboxDrain {
  private readonly busy = new Map<string, Promise<void>>();
  private stop: "sign_in" | "wipe" | undefined;

  constructor(private readonly options: DrainOptions) {}

  async run(): Promise<QueueSendingResult> {
    const { db, pauses } = this.options;
    for (;;) {
      const asked = this.options.asking?.next();
      // A row that is sent while the tables are read still counts as waiting here; the next round corrects that.
      const begun = new Set(this.busy.keys());
      const rows = await db.outbox.toArray();
      const unsentPhotos = await db.photos.where("status").anyOf("waiting", "refused").count();
      const unsentPositions = await db.positions.count();
      const state = { now: this.now(), pausedUntil: pauses.until, unsentPhotos, unsentPositions };
      const ready =
        this.stop === undefined ? outboxRowsToSend(rows, state).filter(({ chain }) => !begun.has(chain)) : [];
      for (const row of ready.slice(0, CHAINS_AT_ONCE - this.busy.size)) this.begin(row);
      if (this.busy.size > 0) await Promise.race([...this.busy.values(), ...(asked ? [asked] : [])]);
      else if (begun.size === 0)
        return this.stop === undefined ? { is: "idle", wakeAt: nextOutboxWakeUpTime(rows, state) } : { is: this.stop };
    }
  }

  private now = () => (this.options.now ?? Date.now)();

  private begin(row: OutboxRow) {
    this.busy.set(
      row.chain,
      this.send(row).finally(() => this.busy.delete(row.chain)),
    );
  }

  private async send(row: OutboxRow) {
    const { client, deviceKey, pauses } = this.options;
    const { op } = await unsealValue<OutboxContent>(deviceKey, row.content);
    const input = await this.frozenInput(row);
    if (input === undefined) return;
    try {
      const answer = await client[op](JSON.parse(input), { idempotencyKey: row.action_id });
      pauses.end(row.chain);
      await this.keep(row, "lock_version" in answer ? answer.lock_version : null);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (isReadMessageGone(op, error)) await this.keep(row, null);
      else await this.fail(row, error);
    }
  }

  /**
   * Input of a row, made once before the first attempt: a request that may have arrived must never be sent again with
   * other content. Undefined when the row is gone, as the driver has undone its step in the meantime; and while the
   * server's time is not known, for which the row waits.
   */
  private async frozenInput(row: OutboxRow): Promise<string | undefined> {
    const { db, deviceKey, clockOffset } = this.options;
    if (row.frozen !== null) return unsealText(deviceKey, row.frozen);
    const offset = row.offset ?? clockOffset();
    if (offset === null) {
      await this.waitForServerTime(row);
      return undefined;
    }
    const content = await unsealValue<OutboxContent>(deviceKey, row.content);
    const clock = { now: this.now(), offset };
    const input = freezeOutboxInput(content, { row, version: await this.knownVersion(row.chain), clock });
    const frozen = await sealText(deviceKey, input);
    // The offset of the sent time: a step that is repeated after a refusal, or kept as a note, has the same time.
    const kept = await db.outbox.update(row.seq, { frozen, offset: serverTimeOfStamp(row, clock) - row.at });
    return kept === 0 ? undefined : input;
  }

  /** Waits until the server's time is known; the next round reads the row again, which may have changed meanwhile. */
  private async waitForServerTime({ chain }: OutboxRow) {
    const { clockOffset, learnClockOffset, pauses } = this.options;
    await learnClockOffset?.();
    if (clockOffset() === null) pauses.wait(chain, this.now(), undefined);
  }

  /**
   * Version from the server's answers to earlier steps. For a case no newer one is used: the driver had not seen the
   * changes of others when the step was done. A tour changes with every case on it.
   */
  private async knownVersion(chain: string): Promise<number> {
    const { db } = this.options;
    const rows = await db.outbox.where("[chain+seq]").between([chain, 0], [chain, Infinity]).toArray();
    const [, tour_id] = /^tour:(.*)$/.exec(chain) ?? [];
    const cached = tour_id === undefined ? undefined : await db.tours.get(tour_id);
    return Math.max(cached?.lock_version ?? 0, ...rows.map(({ answered }) => answered ?? 0));
  }

  /**
   * Keeps a sent row until its change has been fetched: a screen that is unlocked in between must not show the old
   * state.
   */
  private async keep(row: OutboxRow, answered: number | null) {
    await this.options.db.outbox.update(row.seq, { status: "sent", answered });
  }

  private async fail(row: OutboxRow, problem: ApiProblem) {
    const { pauses } = this.options;
    const consequence = consequenceOfRefusal(problem);
    if (consequence === "again") pauses.wait(row.chain, this.now(), problem.arg("retry_after"));
    else if (consequence === "refused") await this.refuse(row, problem.code);
    else this.stop = consequence;
  }

  /**
   * Marks a row as refused. Later rows of its chain rest on something that did not happen, and wait until the driver
   * has decided. A later row that went ahead of a planned one has arrived, and stays sent.
   */
  private async refuse(row: OutboxRow, refusal: string) {
    const { db } = this.options;
    await db.transaction("rw", db.outbox, async () => {
      await db.outbox.update(row.seq, { status: "refused", refusal });
      const later = db.outbox.where("[chain+seq]").between([row.chain, row.seq + 1], [row.chain, Infinity]);
      await later.and(({ status }) => status === "waiting").modify({ status: "held" });
    });
  }
}

/**
 * Whether a message that was read without network is not the driver's any more, because the tour has ended: there is
 * nothing to decide about it.
 */
const isReadMessageGone = (op: OutboxContent["op"], { code }: ApiProblem) =>
  op === "acknowledgeCriticalMessage" && code === "RESOURCE_NOT_FOUND";

/**
 * Removes rows that were sent before a fetch, which contains their changes. Versions from the server's answers stay
 * known to the steps that follow them.
 */
export async function removeSentRows(db: DriverDatabase, seqs: readonly number[]) {
  const sent = db.outbox
    .where("seq")
    .anyOf([...seqs])
    .and(({ status }) => status === "sent");
  for (const { chain, seq, answered } of await sent.toArray())
    if (answered !== null) await raiseSeenVersion(db, { chain, from: seq, version: answered });
  await sent.delete();
}

/**
 * Updates the seen version of planned rows, which are sent later by themselves: they are meant for whatever version the
 * case has by then.
 */
export async function updateVersionsOfPlannedRows(
  db: DriverDatabase,
  cases: readonly { id: string; lock_version: number }[],
) {
  const planned = await db.outbox.filter(({ not_before, frozen }) => not_before !== null && frozen === null).toArray();
  for (const { chain, seq } of planned) {
    const shown = cases.find(({ id }) => outboxChainOfCase(id) === chain);
    if (shown !== undefined) await raiseSeenVersion(db, { chain, from: seq - 1, version: shown.lock_version });
  }
}

async function raiseSeenVersion(
  db: DriverDatabase,
  { chain, from, version }: { chain: string; from: number; version: number },
) {
  await db.outbox
    .where("[chain+seq]")
    .between([chain, from], [chain, Infinity], false)
    .and(({ frozen, seen }) => frozen === null && seen < version)
    .modify({ seen: version });
}
