/** One case in the product beside the same case in a model: the model decides what each request must do. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { errorDefinitions } from "@leitstand/contract/errors/errors";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, roadsideCaseRequest } from "../cases";
import { type CreatedTourCrew } from "../dispatch";
import type { ApiSession, TestApi } from "../start-api";
import { availableActionsFor } from "#modules/case-states/available-actions";
import type { AcceptedCaseAction, CaseCommand, CaseActionRefusal } from "#modules/case-states/facts/case-decision";
import { resolveActionRequest } from "#modules/case-states/facts/case-request";
import type { Actor, CaseSnapshot } from "#modules/case-states/facts/case-snapshot";
import { decideCaseAction } from "#modules/case-states/decide";
import { alarmTimersAtTourStart } from "#modules/case-states/effects/case-timers";
import {
  type TestActionOptions,
  dispatcherActor,
  createTestDriverActor,
  serviceActor,
  timerActor,
  type SingleCaseTestWorld,
} from "#modules/case-states/case-testkit";
import { decideTourFinish, decideTourStart, decideUnassignAtTourFinish } from "#modules/case-states/tour-rules";
import { type DispatchModelCompany, DispatchCaseModel } from "./company";
import { ModelTimers } from "./model-timers";
import { withNormalizedTimes, selectStoredCaseStateSql, expectedStoredCaseRows } from "./stored-case";
import { countMovesToMissingCell } from "./table-coverage";
import { insertTour } from "../fleet";

interface SentAction {
  readonly actor: Actor;
  readonly command: CaseCommand;
}
export interface ActionAttempt {
  readonly actor: Actor;
  readonly action: CaseAction;
  readonly options: TestActionOptions;
}

interface TwinParts {
  readonly api: TestApi;
  readonly company: DispatchModelCompany;
  readonly model: DispatchCaseModel;
  readonly missing: Set<string>;
}

/** One case in the product, and the same case in the model. */
export class ProductAndModelCase {
  readonly sent: SentAction[] = [];
  private changes = 0;
  private readonly timers: ModelTimers;

  private readonly api: TestApi;
  readonly company: DispatchModelCompany;
  readonly model: DispatchCaseModel;
  /** Table cells that decide an attempt; an assignment needs one of the link and one of the case. */
  readonly missing: Set<string>;

  private constructor({ api, company, model, missing }: TwinParts) {
    this.api = api;
    this.company = company;
    this.model = model;
    this.missing = missing;
    this.timers = new ModelTimers(model, (action, tour_id) => this.timerActs(action, tour_id));
  }

  static async create(
    api: TestApi,
    company: DispatchModelCompany,
    { approved, missing }: { approved: boolean; missing: Set<string> },
  ) {
    const { tenant } = company.dispatcher.session;
    await api.db.system.run(sql`
      update tours set status = 'FINISHED', started_sub_state = null where tenant_id = ${tenant.id} and status = 'STARTED'`);
    const tours = [];
    for (const [index, { driver }] of company.crews.entries()) {
      const { device_id } = driver.session;
      const status = index === 2 ? "SCHEDULED" : "STARTED";
      tours.push(await insertTour(api.db, tenant.id, { status, branchId: company.branch_id, deviceId: device_id }));
    }
    const draft = company.type === "FUNERAL" ? funeralCaseRequest : roadsideCaseRequest;
    const { id } = await company.dispatcher.createCase(draft({ branch_id: company.branch_id, approved }));
    const model = new DispatchCaseModel(company.type, company, { id, approved, tours });
    model.changeTour(tours[2] as string, { status: "SCHEDULED", started_sub_state: null });
    return new ProductAndModelCase({ api, company, model, missing });
  }

  get tourIds() {
    return this.model.tours.map(({ id }) => id);
  }
  get actors(): readonly Actor[] {
    return [dispatcherActor, ...this.tourIds.map(createTestDriverActor), serviceActor];
  }

  private sessionOf(actor: Actor): ApiSession {
    if (actor.kind === "D") return this.company.dispatcher;
    if (actor.kind === "S") return this.company.service;
    const index = this.tourIds.findIndex((id) => actor.device_id === createTestDriverActor(id).device_id);
    return (this.company.crews[index] as CreatedTourCrew).driver;
  }

  /** Lists the attempts that would succeed now. */
  listLegal(free: Pick<TestActionOptions, "payload">): ActionAttempt[] {
    this.model.now = this.api.clock.now();
    return this.actors.flatMap((actor) => {
      const snapshot = this.model.snapshot(actor);
      return this.listQuestions(actor, snapshot, free).filter(
        ({ action, options }) =>
          this.isVisible(actor, action) &&
          decideCaseAction(snapshot, this.model.command(action, options), { actor, now: this.model.now }).kind ===
            "changed",
      );
    });
  }

  private listQuestions(
    actor: Actor,
    snapshot: CaseSnapshot,
    { payload = {} }: Pick<TestActionOptions, "payload">,
  ): ActionAttempt[] {
    const offered = availableActionsFor(snapshot, { actor, now: this.model.now });
    const onTours = this.tourIds.flatMap((tour_id) => {
      const known = offered.links.find((link) => link.tour_id === tour_id)?.actions ?? ["ASSIGN" as const];
      return known.map((action) => ({ actor, action, options: { tour_id, payload: { ...payload } } }));
    });
    const whole = offered.case.map((action) => ({ actor, action, options: { payload: { ...payload } } }));
    return [...onTours, ...whole.filter(({ action }) => action !== "ASSIGN")];
  }

  /** Cells of the tables by which an attempt is decided: an assignment is one of the link and one of the case. */
  cellsOf({ actor, action, options }: ActionAttempt): string[] {
    const command = this.model.command(action, options);
    const question = { action, ...(options.tour_id === undefined ? {} : { tour_id: options.tour_id }), command };
    const { from } = resolveActionRequest(this.model.snapshot(actor), question, { actor, now: this.model.now });
    if (this.company.type === "ROADSIDE") return [`ROADSIDE_ASSISTANCE ${from} ${action}`];
    const whole = `FUNERAL_CASE ${this.model.case.state} ${action}`;
    if (options.tour_id === undefined) return [whole];
    return [`FUNERAL_TOUR_CASE ${from} ${action}`, ...(action === "ASSIGN" ? [whole] : [])];
  }

  /** Least number of moves after this attempt until a step that was never done yet. */
  movesToMissing({ actor, action, options }: ActionAttempt): number {
    const decision = this.model.decide(this.model.command(action, options), actor);
    if (decision.kind !== "changed") return Number.POSITIVE_INFINITY;
    const funeral = this.company.type === "FUNERAL";
    const states = funeral ? decision.history.map((row) => row.new_state ?? "-") : [decision.case.state];
    return Math.min(...states.map((state) => countMovesToMissingCell(this.company.type, state, this.missing)));
  }

  /** Sends an attempt to the product, decides it in the model, and compares. */
  async perform(attempt: ActionAttempt) {
    const { model } = this;
    model.now = this.api.clock.now();
    const { actor, action, options } = attempt;
    const command = model.command(action, {
      action_id: randomUUID(),
      occurred_at: model.now.toISOString(),
      ...options,
    });
    const cells = this.cellsOf(attempt);
    const decision = model.decide(command, actor);
    const asked = this.sessionOf(actor).receiveAction({ id: model.case.id, ...command });
    if (!this.isVisible(actor, action)) return this.expectRefusal(asked, { code: "RESOURCE_NOT_FOUND" });
    if (decision.kind === "repeated") throw new Error("a fresh action was taken for a repeated one");
    if (decision.kind !== "changed") return this.expectRefusal(asked, decision);
    const answer = await asked;
    this.write(decision, command, actor);
    for (const cell of cells) this.missing.delete(cell);
    this.sent.push({ actor, command });
    assert.deepEqual(answer.warnings, decision.warnings);
    this.compareActions(actor, answer);
    await this.compare();
  }

  /**
   * Whether an actor sees the case. A driver knows its own cases, for a while also those that it lost, and those of its
   * branch where it wants to take one.
   */
  private isVisible(actor: Actor, action: CaseAction) {
    const { links, case: job } = this.model;
    if (actor.kind !== "V") return true;
    const own = links.filter(({ tour_id }) => actor.device_id === createTestDriverActor(tour_id).device_id);
    if (action !== "ASSIGN") return own.length > 0;
    return job.branch_id === this.company.branch_id || own.some(({ bucket }) => bucket === "open");
  }

  private async expectRefusal(asked: Promise<unknown>, { code }: Pick<CaseActionRefusal, "code">) {
    await assert.rejects(asked, { code, status: errorDefinitions[code].status });
    await this.compare();
  }

  private compareActions(actor: Actor, answer: Awaited<ReturnType<ApiSession["getCase"]>> | CaseStub) {
    const { case: whole, links } = availableActionsFor(this.model.snapshot(actor), { actor, now: this.model.now });
    assert.equal("rows" in answer, this.hasLost(actor));
    if ("rows" in answer) {
      const own = links.find(({ tour_id }) => tour_id === answer.tour_id)?.actions ?? [];
      const actions = own.filter((action) => action === "FORWARD_ROLLBACK");
      const link = this.model.links.find(({ tour_id }) => tour_id === answer.tour_id);
      assert.deepEqual(answer.state, { current: link?.state, actions });
      return;
    }
    assert.deepEqual(answer.state, { current: this.model.case.state, actions: whole });
    const offered = answer.tour_case_states?.map(({ tour_id, actions }) => ({ tour_id, actions })) ?? [];
    const byTour = (rows: readonly { tour_id: string }[]) => new Map(rows.map((row) => [row.tour_id, row]));
    assert.deepEqual(byTour(offered), byTour(links));
  }

  /** Whether a driver has lost the case or passed it on, and so learns nothing more of it. */
  private hasLost({ kind, device_id }: Actor): boolean {
    const own = this.model.links.filter(({ tour_id }) => device_id === createTestDriverActor(tour_id).device_id);
    return kind === "V" && !own.some(({ bucket }) => bucket === "open" || bucket === "finished");
  }

  private write(change: AcceptedCaseAction, command: CaseCommand, actor: Actor) {
    this.model.write(change, command, actor);
    this.changes += 1;
    this.timers.set(change.timers);
  }

  private timerActs(action: CaseAction, tour_id: string): boolean {
    const command = { action, tour_id, lock_version: this.model.case.lock_version };
    const decision = this.model.decide(command, timerActor);
    if (decision.kind === "changed") this.write(decision, command, timerActor);
    return decision.kind === "changed";
  }

  /** Repeats a request by its action id and by its idempotency key; neither may change anything. */
  async repeat({ actor, command }: SentAction) {
    const again = await this.sessionOf(actor).receiveAction({ id: this.model.case.id, ...command });
    assert.equal(again.lock_version, this.model.case.lock_version);
    this.model.now = this.api.clock.now();
    this.compareActions(actor, again);
    await this.compare();
  }

  /** Checks that a caller who may not know of the case, or of the company, learns nothing. */
  async askAsStranger(action: CaseAction) {
    const { id, lock_version } = this.model.case;
    const asked = this.company.stranger.receiveAction({ id, action, lock_version, tour_id: this.tourIds[0] as string });
    await assert.rejects(asked, { status: 404, code: "RESOURCE_NOT_FOUND" });
    await this.compare();
  }

  async finishTour(tour_id: string) {
    const tour = this.tourState(tour_id);
    const decision = decideTourFinish(tour);
    const { lock_version } = await this.lockOf(tour_id);
    const asked = this.company.dispatcher.finishTour({ id: tour_id, lock_version });
    if (decision.kind === "refused") return this.expectRefusal(asked, decision);
    await asked;
    this.model.now = this.api.clock.now();
    const change = decideUnassignAtTourFinish(this.model.snapshot(timerActor), tour_id, {
      actor: timerActor,
      now: this.model.now,
    });
    if (change) this.write(change, this.model.command("UNASSIGN"), timerActor);
    this.model.changeTour(tour_id, { status: "FINISHED", started_sub_state: null });
    await this.compare();
  }

  async startTour(tour_id: string) {
    const decision = decideTourStart(this.tourState(tour_id));
    const { lock_version } = await this.lockOf(tour_id);
    const asked = this.company.dispatcher.startTour({ id: tour_id, lock_version });
    if (decision.kind === "refused") return this.expectRefusal(asked, decision);
    await asked;
    this.model.now = this.api.clock.now();
    this.model.changeTour(tour_id, { status: "STARTED", started_sub_state: "ACTIVE" });
    if (decision.case_ids.length > 0) this.timerActs("START", tour_id);
    this.timers.set(alarmTimersAtTourStart(this.model.snapshot(timerActor), tour_id, this.model.now));
    await this.compare();
  }

  private tourState(tour_id: string) {
    const tour = this.model.tours.find(({ id }) => id === tour_id) as SingleCaseTestWorld["tours"][number];
    const open = this.model.links.filter((link) => link.tour_id === tour_id && link.bucket === "open");
    return { ...tour, open_links: open.map(({ state }) => ({ state, case_id: this.model.case.id })) };
  }

  private lockOf = (id: string) =>
    this.api.db.system.one<{ lock_version: number }>(sql`select lock_version from tours where id = ${id}`);

  /** Lets time pass and due timers run. */
  async pass(seconds: number) {
    this.api.clock.advance({ seconds });
    this.model.now = this.api.clock.now();
    await this.api.app.jobs.runDue();
    this.timers.ringDue();
    await this.compare();
  }

  /** Compares case, links, history and events of the product with those of the model. */
  async compare() {
    const { model } = this;
    const { stored } = await this.api.db.system.one<{ stored: object }>(selectStoredCaseStateSql(model.case.id));
    assert.deepEqual(withNormalizedTimes(stored), withNormalizedTimes(expectedStoredCaseRows(model, this.changes)));
  }
}
