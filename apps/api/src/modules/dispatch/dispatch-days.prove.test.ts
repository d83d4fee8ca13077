import type { CaseType } from "@leitstand/contract/cases/case-rules";
import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { type DispatchModelCompany, createDispatchModelCompany } from "../../testing/dispatch-model/company";
import { checkRandomDaysAgainstModel } from "../../testing/dispatch-model/days";
import { listTransitionCells } from "../../testing/dispatch-model/table-coverage";
import { withConnection } from "../../testing/postgres/with-connection";
import { startApi, type TestApi } from "../../testing/start-api";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const RANDOM_DAY_COUNT = 50;

/** Faults that a programmer could make, planted into the database as triggers. */
const createFaultTrigger = (table: string, body: string) => `
  create or replace function plant_${table}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$;
  create trigger planted before update on ${table} for each row execute function plant_${table}();`;
const createHarmlessTriggers = (...tables: string[]) =>
  tables.map((table) => createFaultTrigger(table, "null")).join("");
const faultyTriggers: Readonly<Record<string, { readonly type: CaseType; readonly fault: string }>> = {
  "the version stays as it was": {
    type: "FUNERAL",
    fault:
      createFaultTrigger("cases", "new.lock_version := old.lock_version") +
      createHarmlessTriggers("case_links", "case_history"),
  },
  "UNDO forgets one time": {
    type: "FUNERAL",
    fault:
      createFaultTrigger("case_links", "new.started_at := coalesce(new.started_at, old.started_at)") +
      createHarmlessTriggers("cases", "case_history"),
  },
  "what was taken back is not marked": {
    type: "FUNERAL",
    fault: createFaultTrigger("case_history", "new.undone := false") + createHarmlessTriggers("cases", "case_links"),
  },
};

const queryAsOwner = (api: TestApi, statement: string) =>
  withConnection(api.databaseUrl, (owner) => owner.query(statement));

/** Plays days that prefer actions not tried before, until every cell is reached. */
async function playDaysUntilTablesCovered(api: TestApi, company: DispatchModelCompany) {
  const missing = new Set(listTransitionCells(company.type));
  for (let seed = 1881; missing.size > 0 && seed < 1881 + PLAY_ROUNDS_MAX; seed++)
    await checkRandomDaysAgainstModel(api, { company, missing, seed, numRuns: 12 });
  return [...missing];
}
const PLAY_ROUNDS_MAX = 8;

describe(`comparison of dispatch with its model (seed ${SEED})`, () => {
  const api = startApi();

  it.each(["FUNERAL", "ROADSIDE"] as const)(
    "the API decides dispatch actions like its model on every day of %s, over every cell of the transition table",
    async (type) => {
      expect(await playDaysUntilTablesCovered(api, await createDispatchModelCompany(api, type))).toEqual([]);
    },
    300_000,
  );

  it.each(["FUNERAL", "ROADSIDE"] as const)(
    `the API decides dispatch actions like its model on ${RANDOM_DAY_COUNT} random days of %s`,
    async (type) => {
      const company = await createDispatchModelCompany(api, type);
      const days = checkRandomDaysAgainstModel(api, {
        company,
        missing: new Set(),
        seed: SEED,
        numRuns: RANDOM_DAY_COUNT,
      });
      await expect(days).resolves.toBeUndefined();
    },
    600_000,
  );

  it.each(Object.entries(faultyTriggers))(
    "the comparison of the API with the dispatch model detects a planted fault: %s",
    async (_name, { type, fault }) => {
      const company = await createDispatchModelCompany(api, type);
      await queryAsOwner(api, fault);
      try {
        await expect(playDaysUntilTablesCovered(api, company)).rejects.toThrow("Property failed");
      } finally {
        await queryAsOwner(
          api,
          "drop trigger planted on cases; drop trigger planted on case_links; drop trigger planted on case_history",
        );
      }
    },
    120_000,
  );
});
