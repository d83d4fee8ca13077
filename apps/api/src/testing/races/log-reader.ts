import { type Sql } from "#platform/database/sql";
import {
  type EventLogReadFactory,
  type EventLogReadRow,
  createRenumberingLogRead,
  createRenumberingReadAfterRestore,
} from "#platform/events/event-looks";
import type { LoggedChange, EventLogSimulation } from "./look-world";
import type { ReconnectingPgSession } from "./model-session";

export interface EventLogReadVariant {
  readonly look: EventLogReadFactory;
  readonly startOver?: EventLogReadFactory;
  /** Mutant: delivers events before their positions are committed. */
  readonly tellsEarly?: boolean;
  /** Mutant: assumes that positions only grow. */
  readonly forgetsItsPlace?: boolean;
}

type PlacedRow = EventLogReadRow & { readonly tenant_id: string; readonly payload: string };
const EVENTS_PER_LOOK = 10_000;

/** Reader of a node whose look is split into its statements: others may act between any two of them. */
export class SimulatedEventLogReader {
  readonly faults = { late: 0, doubled: 0, disordered: 0, invented: 0, needless: 0, broken: 0 };
  private at = 0n;
  private history: string | undefined;
  private restoresAtReset = 0;
  private rest: (() => Promise<unknown>)[] = [];
  private waiting: Promise<unknown> | undefined;
  /** Number of events that had been committed when the look began. */
  private due = 0;
  private hasTaken = false;
  private told = new Set<string>();
  private newest = new Map<number, number>();
  /**
   * Changes on the board. After a reset a client reads the board. What had been committed when the look began that led
   * to it is not told any more; what is committed after the reset was told has to be; what lies between may be on the
   * board and be told as well.
   */
  private onBoard: { readonly certainly: number; readonly atMost: number } = { certainly: 0, atMost: 0 };

  constructor(
    private readonly session: ReconnectingPgSession,
    private readonly world: EventLogSimulation,
    private readonly looks: EventLogReadVariant,
  ) {}

  get isUnderWay() {
    return this.rest.length > 0 || this.waiting !== undefined;
  }

  /** Runs one more statement; one that waits for another look is left waiting. */
  async step(): Promise<void> {
    if (this.waiting) return void (await this.settledWithin(this.waiting));
    if (this.rest.length === 0) this.begin();
    const statement = this.rest.shift() as () => Promise<unknown>;
    this.waiting = statement()
      .catch((error: Error) => this.fail(error))
      .finally(() => (this.waiting = undefined));
    await this.settledWithin(this.waiting);
  }

  async lookAgain() {
    while (this.isUnderWay) await this.step();
    for (this.hasTaken = false; !this.hasTaken; ) {
      this.begin();
      while (this.isUnderWay) await this.step();
    }
  }

  /** Loses its connection, but keeps its cursor: the node has not died with the server. */
  async cutOff() {
    this.rest = [];
    await this.waiting;
    this.rest = [];
  }

  /**
   * Waits for an answer, or until its statement waits for a lock of another reader, which then has to continue first.
   */
  private settledWithin(answer: Promise<unknown>) {
    const other = this.world.lookers.find((looker) => looker !== this && looker.isUnderWay);
    return other ? this.world.answeredOrWaiting(this.session, answer) : answer;
  }

  private begin() {
    this.due = this.world.committed.length;
    this.ask(this.looks.look);
  }

  private ask(lookAt: EventLogReadFactory) {
    const { settings, transaction, read } = lookAt({ after: this.at, limit: EVENTS_PER_LOOK });
    const asked = (query: Sql) => () => this.session.run(query);
    const take = async () => this.take((await this.session.run(read)).rows as PlacedRow[]);
    const dies = this.world.chance.below(8) === 0;
    const end = () => this.session.query(dies ? "rollback" : "commit");
    this.rest = [() => this.session.query("begin"), asked(settings), ...transaction.map(asked)];
    // A node that dies has delivered nothing, and the positions it gave are rolled back.
    if (this.looks.tellsEarly) this.rest.push(take, end);
    else this.rest.push(end, ...(dies ? [] : [take]));
  }

  /** Takes the rows of a look as `EventLog` does. */
  private take(rows: readonly PlacedRow[]) {
    const first = rows[0] as PlacedRow;
    if (!first.continues) return this.ask(this.looks.startOver ?? createRenumberingLogRead);
    const { at: position, history, looks } = this;
    const isBehind = first.history === history && BigInt(first.last_position) < position && !looks.forgetsItsPlace;
    if (isBehind) return this.ask(createRenumberingReadAfterRestore({ position, history }));
    this.hasTaken = true;
    if (first.history !== history) return this.restart(first);
    for (const { position, tenant_id, payload } of rows) {
      if (position === null) continue;
      this.at = BigInt(position);
      if (tenant_id === this.world.tenantId) this.tell(JSON.parse(payload) as LoggedChange);
    }
    const due = this.world.committed.slice(this.onBoard.atMost, this.due);
    this.faults.late = Math.max(this.faults.late, due.filter(({ key }) => !this.told.has(key)).length);
  }

  private restart({ last_position, history }: PlacedRow) {
    const { committed, restores } = this.world;
    if (this.history !== undefined && this.restoresAtReset === restores) this.faults.needless++;
    this.restoresAtReset = restores;
    this.at = BigInt(last_position);
    this.history = history;
    this.told = new Set();
    this.newest = new Map();
    this.onBoard = { certainly: this.due, atMost: committed.length };
  }

  private tell({ object, version, key }: LoggedChange) {
    const at = this.world.committed.findIndex((change) => change.key === key);
    if (at < 0) this.faults.invented++;
    else if (at < this.onBoard.certainly || this.told.has(key)) this.faults.doubled++;
    if (version <= (this.newest.get(object) ?? 0)) this.faults.disordered++;
    this.told.add(key);
    this.newest.set(object, version);
  }

  private async fail(_error: Error) {
    this.rest = [];
    if (this.world.isAway) return;
    this.faults.broken++;
    await this.session.query("rollback").catch(() => undefined);
  }
}
