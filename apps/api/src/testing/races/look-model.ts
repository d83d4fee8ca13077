/** Looks at the event log among transactions that do as they like, against what has to be told by then. */
import { randomUUID } from "node:crypto";
import { Chance } from "@leitstand/scenario/chance";
import type pg from "pg";
import { compile, type Sql } from "#platform/database/sql";
import { startOver, type LookAt, type ReadRow } from "#platform/events/event-looks";
import { connectAs } from "../test-database";

export interface LookModel {
  readonly databaseUrl: string;
  readonly tenantId: string;
  readonly seed: number;
  readonly steps: number;
  readonly look: LookAt;
  /** Where the server takes prepared transactions. */
  readonly prepares?: boolean;
  /** The mutant: tells what it has placed before that is certain. */
  readonly tellsEarly?: boolean;
}

export interface LookOutcome {
  readonly committed: number;
  /** Were not told by a look that began after their commit. */
  readonly late: number;
  readonly doubled: number;
  /** Changes of one object that were told in another order than that of their commits. */
  readonly disordered: number;
  /** Were told, and are not in the log. */
  readonly invented: number;
  /** Looks that failed. */
  readonly broken: number;
}

const WRITERS = 5;
const OBJECTS = 3;

interface Change {
  readonly object: number;
  readonly version: number;
  readonly key: string;
}

/** A transaction that writes, of which nothing is known before it commits. */
class Writer {
  private changes: Change[] = [];
  private prepared: string | undefined;
  private readonly chance: Chance;
  isOpen = false;

  constructor(
    private readonly client: pg.Client,
    private readonly world: World,
  ) {
    this.chance = world.chance;
  }

  async step() {
    if (!this.isOpen) return this.begin();
    if (this.prepared !== undefined) return this.chance.below(3) === 0 ? this.end() : undefined;
    const choice = this.chance.below(10);
    if (choice < 5) return this.write();
    if (choice === 5) return this.rollBack();
    if (choice === 6 && this.world.prepares) return this.prepare();
    return this.end();
  }

  private async begin() {
    await this.client.query("begin");
    this.isOpen = true;
    // Some have their number long before they write an event.
    if (this.chance.below(2) === 0) await this.client.query("select pg_current_xact_id()");
  }

  private async write() {
    const object = this.chance.below(OBJECTS);
    const holder = this.world.holders.get(object);
    if (holder !== undefined && holder !== this) return;
    this.world.holders.set(object, this);
    const version = (this.world.versions.get(object) ?? 0) + 1 + this.changes.filter((c) => c.object === object).length;
    const change = { object, version, key: `${object}-${version}-${randomUUID()}` };
    const nested = this.chance.below(3) === 0;
    if (nested) await this.client.query("savepoint nested");
    await this.client.query("insert into events (tenant_id, type, payload) values ($1, 'model', $2)", [
      this.world.tenantId,
      JSON.stringify(change),
    ]);
    if (nested) await this.client.query("release nested");
    this.changes.push(change);
  }

  private async prepare() {
    this.prepared = randomUUID();
    await this.client.query(`prepare transaction '${this.prepared}'`);
  }

  async end() {
    if (!this.isOpen) return;
    await this.client.query(this.prepared === undefined ? "commit" : `commit prepared '${this.prepared}'`);
    for (const change of this.changes) {
      this.world.committed.push(change);
      this.world.versions.set(change.object, change.version);
    }
    this.settle();
  }

  private async rollBack() {
    await this.client.query("rollback");
    this.settle();
  }

  private settle() {
    for (const [object, holder] of this.world.holders) if (holder === this) this.world.holders.delete(object);
    Object.assign(this, { changes: [], prepared: undefined, isOpen: false });
  }
}

/** A node's reader, whose look is taken apart: others may do something between any two of its statements. */
class Looker {
  readonly told: Change[] = [];
  private at = 0n;
  private rest: (() => Promise<unknown>)[] = [];
  /** What had been committed when the look began. */
  private due = 0;
  private waiting: Promise<unknown> | undefined;
  late = 0;
  broken = 0;

  private readonly chance: Chance;

  constructor(
    private readonly client: pg.Client,
    private readonly world: World,
    private readonly model: LookModel,
  ) {
    this.chance = world.chance;
  }

  get isUnderWay() {
    return this.rest.length > 0 || this.waiting !== undefined;
  }

  /** One statement more; one that waits for another look is left to it. */
  async step(): Promise<void> {
    if (this.waiting) return void (await this.settledWithin(this.waiting));
    if (this.rest.length === 0) this.begin();
    const statement = this.rest.shift() as () => Promise<unknown>;
    this.waiting = statement()
      .catch((error: Error) => this.fail(error))
      .finally(() => (this.waiting = undefined));
    await this.settledWithin(this.waiting);
  }

  async finish() {
    while (this.isUnderWay) await this.step();
    this.begin();
    while (this.isUnderWay) await this.step();
  }

  /** A statement that waits for a lock answers nothing; whoever has it must go on. */
  private settledWithin(answer: Promise<unknown>) {
    const other = this.world.lookers.find((looker) => looker !== this && looker.isUnderWay);
    return other ? this.world.answeredOrWaiting(this.client, answer) : answer;
  }

  private begin() {
    this.due = this.world.committed.length;
    const { look, tellsEarly } = this.model;
    const { settings, transaction, read } = look({ after: this.at, limit: 10_000 });
    const asked = (query: Sql) => () => run(this.client, query);
    const tell = async () => this.tell((await run(this.client, read)).rows as Row[]);
    const dies = this.chance.below(8) === 0;
    const end = () => this.client.query(dies ? "rollback" : "commit");
    this.rest = [() => this.client.query("begin"), asked(settings), ...transaction.map(asked)];
    // A node that dies has told nothing, and its positions are none.
    if (tellsEarly) this.rest.push(tell, end);
    else this.rest.push(end, ...(dies ? [] : [tell]));
  }

  private tell(rows: readonly Row[]) {
    for (const { position, tenant_id, payload } of rows) {
      if (position === null) continue;
      this.at = BigInt(position);
      if (tenant_id === this.model.tenantId) this.told.push(JSON.parse(payload) as Change);
    }
    const keys = new Set(this.told.map(({ key }) => key));
    const missing = this.world.committed.slice(0, this.due).filter(({ key }) => !keys.has(key));
    this.late = Math.max(this.late, missing.length);
  }

  private async fail(_error: Error) {
    this.broken++;
    this.rest = [];
    await this.client.query("rollback").catch(() => undefined);
  }
}

type Row = ReadRow & { readonly tenant_id: string; readonly payload: string };

class World {
  readonly committed: Change[] = [];
  readonly versions = new Map<number, number>();
  readonly holders = new Map<number, Writer>();
  readonly lookers: Looker[] = [];

  readonly tenantId: string;
  readonly prepares: boolean;
  readonly chance: Chance;

  constructor(
    { tenantId, prepares = false, seed }: LookModel,
    private readonly watcher: pg.Client,
  ) {
    this.tenantId = tenantId;
    this.prepares = prepares;
    this.chance = new Chance(seed);
  }

  /** Resolves when a session has its answer, or waits for a lock. */
  async answeredOrWaiting(client: pg.Client, answer: Promise<unknown>): Promise<void> {
    let answered = false;
    const settle = () => void (answered = true);
    answer.then(settle, settle);
    const pid = (client as unknown as { processID: number }).processID;
    const waiting = "select exists (select from pg_locks where pid = $1 and not granted) as waits";
    while (!answered) {
      const { rows } = await this.watcher.query<{ waits: boolean }>(waiting, [pid]);
      if (rows[0]?.waits) return;
    }
  }
}

export async function simulateLooks(model: LookModel): Promise<LookOutcome> {
  const connect = () => connectAs(model.databaseUrl, "leitstand_system");
  const clients = await Promise.all(Array.from({ length: WRITERS + 3 }, connect));
  const [watcher, one, two, ...others] = clients as [pg.Client, pg.Client, pg.Client, ...pg.Client[]];
  try {
    await placeAll(watcher);
    const world = new World(model, watcher);
    world.lookers.push(...[one, two].map((client) => new Looker(client, world, model)));
    const writers = others.map((client) => new Writer(client, world));
    for (let step = 0; step < model.steps; step++)
      await world.chance.pick([...writers, ...world.lookers, ...world.lookers]).step();
    await endLooks(world.lookers);
    for (const writer of writers) await writer.end();
    for (const looker of world.lookers) await looker.finish();
    return judge(world);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** What was written before the model begins. */
async function placeAll(client: pg.Client) {
  const { settings, transaction } = startOver({ after: 0n, limit: 1 });
  await client.query("begin");
  for (const statement of [settings, ...transaction]) await run(client, statement);
  await client.query("commit");
}

/** One of them may wait for the other, so that they take turns. */
async function endLooks(lookers: readonly Looker[]) {
  for (let open = lookers; open.length > 0; open = open.filter(({ isUnderWay }) => isUnderWay))
    for (const looker of open) if (looker.isUnderWay) await looker.step();
}

function run(client: pg.Client, query: Sql) {
  const { text, values } = compile(query);
  return client.query(text, [...values]);
}

function judge({ committed, lookers }: World): LookOutcome {
  const real = new Set(committed.map(({ key }) => key));
  const sum = (count: (looker: Looker) => number) => lookers.reduce((total, looker) => total + count(looker), 0);
  return {
    committed: committed.length,
    late: sum(({ late }) => late),
    doubled: sum(({ told }) => told.length - new Set(told.map(({ key }) => key)).size),
    disordered: sum(({ told }) => countDisorder(told)),
    invented: sum(({ told }) => told.filter(({ key }) => !real.has(key)).length),
    broken: sum(({ broken }) => broken),
  };
}

function countDisorder(told: readonly Change[]): number {
  const last = new Map<number, number>();
  let count = 0;
  for (const { object, version } of told) {
    if (version <= (last.get(object) ?? 0)) count++;
    last.set(object, version);
  }
  return count;
}
