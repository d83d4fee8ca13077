/** Days of dispatching, made of random moves, beside a model that knows what each must lead to. */
import { type CaseAction, caseActions } from "@leitstand/contract/cases/case-transitions";
import fc from "fast-check";
import { createFullTestActionPayload } from "#modules/case-states/case-testkit";
import type { TestApi } from "../start-api";
import { type ActionAttempt, ProductAndModelCase } from "./case-twin";
import type { DispatchModelCompany } from "./company";

interface ModelDay {
  readonly twin: ProductAndModelCase;
}
type ModelMove = fc.AsyncCommand<ModelDay, TestApi>;
const createMove = (name: string, run: (twin: ProductAndModelCase) => Promise<void>): ModelMove => ({
  check: () => true,
  run: ({ twin }) => run(twin),
  toString: () => name,
});

/** Moves that end a case or send it back to the start. */
const endingActions: ReadonlySet<CaseAction> = new Set(["CANCEL", "REJECT", "UNASSIGN", "FINISH", "DELIVER"]);
const anyPayloadNeeds = fc.record({
  to_pool: fc.boolean(),
  needs_backoffice: fc.boolean(),
  force: fc.boolean(),
  eager: fc.boolean(),
});
type PayloadNeeds = typeof anyPayloadNeeds extends fc.Arbitrary<infer T> ? T : never;

const payloadOf = (twin: ProductAndModelCase, { to_pool, needs_backoffice, force }: PayloadNeeds) => {
  const now = twin.model.now;
  const free = twin.tourIds.find((id) =>
    twin.model.links.every((link) => link.tour_id !== id || link.bucket !== "open"),
  );
  const target = to_pool || free === undefined ? { to_branch_id: twin.company.other_branch_id } : { to_tour_id: free };
  const destination = { zip_code: "8700", city: "Leoben" };
  return { payload: { ...createFullTestActionPayload(now), ...target, destination, needs_backoffice, force } };
};

/** Attempts that lead to a missing cell by the fewest moves; none where no attempt leads to one. */
function findNearestToMissing(twin: ProductAndModelCase, attempts: readonly ActionAttempt[]): readonly ActionAttempt[] {
  const distances = attempts.map((attempt) => twin.movesToMissing(attempt));
  const nearest = Math.min(...distances);
  return Number.isFinite(nearest) ? attempts.filter((_attempt, index) => distances[index] === nearest) : [];
}

/** Chooses a legal move that was never made, or that leads to one; else the k-th legal move. */
const anyLegalMove = fc.tuple(fc.nat(999), anyPayloadNeeds).map(([pick, given]) =>
  createMove(`Legal(${pick})`, async (twin) => {
    const all = twin.listLegal(payloadOf(twin, given));
    const fresh = all.filter((attempt) => twin.cellsOf(attempt).some((cell) => twin.missing.has(cell)));
    const going = fresh.filter(({ action }) => !endingActions.has(action));
    // The way to missing cells is searched for only where it decides: the search takes longer than the move.
    const towards = going.length === 0 && given.eager ? findNearestToMissing(twin, all) : [];
    const choice = [going, towards, fresh, all].find((list) => list.length > 0) ?? [];
    const attempt = choice[pick % choice.length];
    if (attempt) await twin.perform(attempt);
  }),
);

/** Any action by any actor, on any tour, on this version or an older one. */
const anyAction = fc
  .tuple(fc.constantFrom(...caseActions), fc.nat(99), fc.nat(3), fc.boolean(), anyPayloadNeeds)
  .map(([action, who, where, stale, given]) =>
    createMove(`Act(${action}, ${who}, ${where}${stale ? ", stale" : ""})`, async (twin) => {
      const actor = twin.actors[who % twin.actors.length] as ActionAttempt["actor"];
      const tour_id = twin.tourIds[where];
      const { lock_version } = twin.model.case;
      const version = stale && lock_version > 0 ? { lock_version: lock_version - 1 } : {};
      await twin.perform({
        actor,
        action,
        options: { ...payloadOf(twin, given), ...(tour_id === undefined ? {} : { tour_id }), ...version },
      });
    }),
  );
const anyStaleMove = fc.tuple(fc.nat(999), anyPayloadNeeds).map(([pick, given]) =>
  createMove(`StaleVersion(${pick})`, async (twin) => {
    const all = twin.listLegal(payloadOf(twin, given));
    const attempt = all[pick % all.length];
    const { lock_version } = twin.model.case;
    if (!attempt || lock_version === 0) return;
    await twin.perform({ ...attempt, options: { ...attempt.options, lock_version: lock_version - 1 } });
  }),
);
const anyForeignMove = fc
  .constantFrom(...caseActions)
  .map((action) => createMove(`WrongBranch(${action})`, (twin) => twin.askAsStranger(action)));
const anyRepeatedMove = fc.nat(99).map((pick) =>
  createMove(`DuplicateKey(${pick})`, async (twin) => {
    const sent = twin.sent[pick % twin.sent.length];
    if (sent) await twin.repeat(sent);
  }),
);
const anyFinishTour = fc
  .nat(2)
  .map((index) => createMove(`FinishTour(${index})`, (twin) => twin.finishTour(twin.tourIds[index] as string)));
const startTourMove = fc.constant(createMove("StartTour", (twin) => twin.startTour(twin.tourIds[2] as string)));
const anyClockMove = fc
  .constantFrom(5, 5, 130, 130, 130, 700, 4000, 90_000)
  .map((seconds) => createMove(`AdvanceClock(${seconds})`, (twin) => twin.pass(seconds)));

const anyMoves = fc.commands(
  [
    anyLegalMove,
    anyLegalMove,
    anyLegalMove,
    anyLegalMove,
    anyLegalMove,
    anyLegalMove,
    anyLegalMove,
    anyAction,
    anyAction,
    anyStaleMove,
    anyForeignMove,
    anyRepeatedMove,
    anyFinishTour,
    startTourMove,
    anyClockMove,
  ],
  {
    maxCommands: 45,
    size: "max",
  },
);

interface DayOptions {
  readonly company: DispatchModelCompany;
  /** Cells of the tables that the days are led to. */
  readonly missing: Set<string>;
  readonly seed: number;
  readonly numRuns: number;
}

export const checkRandomDaysAgainstModel = (api: TestApi, { company, missing, seed, numRuns }: DayOptions) =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(true, true, true, true, false), anyMoves, async (approved, day) => {
      const twin = await ProductAndModelCase.create(api, company, {
        approved: approved || company.type === "FUNERAL",
        missing,
      });
      await fc.asyncModelRun(() => ({ model: { twin }, real: api }), day);
      for (const sent of twin.sent.slice(0, 6)) await twin.repeat(sent);
    }),
    { seed, numRuns, endOnFailure: true },
  );
