import { randomUUID } from "node:crypto";
import type { LoggedChange, EventLogSimulation } from "./look-world";
import type { ReconnectingPgSession } from "./model-session";

/** Number of objects that all writers change. */
export const SIMULATED_OBJECT_COUNT = 3;

/** Writer of a transaction whose changes are not visible before it commits. */
export class SimulatedEventLogWriter {
  private changes: LoggedChange[] = [];
  private prepared: string | undefined;
  isUnderWay = false;

  constructor(
    private readonly session: ReconnectingPgSession,
    private readonly world: EventLogSimulation,
    /** Number of an object that no other writer changes. */
    private readonly own: number,
  ) {}

  /** Ends its transaction, and commits a change for certain. */
  async commitOne() {
    await this.end();
    await this.begin();
    await this.write(this.own);
    await this.end();
  }

  async step() {
    const { chance, prepares } = this.world;
    if (!this.isUnderWay) return this.begin();
    if (this.prepared !== undefined) return chance.below(3) === 0 ? this.end() : undefined;
    const choice = chance.below(10);
    if (choice < 5) return this.write();
    if (choice === 5) return this.rollBack();
    if (choice === 6 && prepares) return this.prepare();
    return this.end();
  }

  private async begin() {
    await this.session.query("begin");
    this.isUnderWay = true;
    // Some transactions have their number long before they write an event.
    if (this.world.chance.below(2) === 0) await this.session.query("select pg_current_xact_id()");
  }

  private async write(object = this.world.chance.below(SIMULATED_OBJECT_COUNT)) {
    const { chance, holders, versions, tenantId } = this.world;
    const holder = holders.get(object);
    if (holder !== undefined && holder !== this) return;
    holders.set(object, this);
    const version = (versions.get(object) ?? 0) + 1 + this.changes.filter((c) => c.object === object).length;
    const change = { object, version, key: `${object}-${version}-${randomUUID()}` };
    const nested = chance.below(3) === 0;
    if (nested) await this.session.query("savepoint nested");
    await this.session.query("insert into events (tenant_id, type, payload) values ($1, 'model', $2)", [
      tenantId,
      JSON.stringify(change),
    ]);
    if (nested) await this.session.query("release nested");
    this.changes.push(change);
  }

  private async prepare() {
    this.prepared = randomUUID();
    await this.session.query(`prepare transaction '${this.prepared}'`);
  }

  async end() {
    if (!this.isUnderWay) return;
    await this.session.query(this.prepared === undefined ? "commit" : `commit prepared '${this.prepared}'`);
    this.world.commit(this.changes);
    this.forget();
  }

  private async rollBack() {
    await this.session.query("rollback");
    this.forget();
  }

  /** A prepared transaction survives the end of its server. */
  async cutOff() {
    if (this.prepared === undefined) this.forget();
  }

  forget() {
    const { holders } = this.world;
    for (const [object, holder] of holders) if (holder === this) holders.delete(object);
    Object.assign(this, { changes: [], prepared: undefined, isUnderWay: false });
  }
}
