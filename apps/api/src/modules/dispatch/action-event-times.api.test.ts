import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest } from "../../testing/cases";
import { createTestTourCrew, dispatchGrants } from "../../testing/dispatch";
import { startApi } from "../../testing/start-api";

type LinkAnswer = Readonly<Record<string, unknown>>;
interface ReportedAction {
  readonly action: string;
  readonly lock_version: number;
  readonly tour_case_states: readonly LinkAnswer[];
}

const linkTimeFields = "accepted_at started_at arrived_at loaded_at arrived_at_destination_at finished_at".split(" ");
const linkTimesOf = (link: LinkAnswer | undefined) => linkTimeFields.map((name) => [name, link?.[name]]);

const confirmedFacts = { identity_confirmed: true, belongings_confirmed: true };
const handoverPayload = { ...confirmedFacts, received_by: "M. Huber", signature: "M0 0L9 9" };

describe("the event of an action", () => {
  const api = startApi();

  it("the event of an action formats times like the next reading of the case, after every action of a transport", async () => {
    const dispatcher = await api.signIn(...dispatchGrants);
    const { tour_id, driver } = await createTestTourCrew(api, dispatcher.session.tenant);
    const { id } = await dispatcher.createCase(funeralCaseRequest());
    await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    const told = async () =>
      (
        await api.db.system.many<{ payload: ReportedAction }>(
          sql`select payload from events where type = 'case action' and payload ->> 'case_id' = ${id} order by id`,
        )
      ).map(({ payload }) => payload);
    const steps = [
      ["ACCEPT"],
      ["START"],
      ["ARRIVE"],
      ["UNDO"],
      ["ARRIVE"],
      ["LOAD", confirmedFacts],
      ["ARRIVE"],
      ["UNDO"],
      ["ARRIVE"],
      ["DELIVER", handoverPayload],
    ] as const;
    for (const [index, [action, payload]] of steps.entries()) {
      await driver.receiveAction({ id, action, tour_id, lock_version: index + 1, ...(payload && { payload }) });
      const { lock_version, tour_case_states: [link] = [] } = await dispatcher.getCase({ id });
      const last = (await told()).at(-1);
      expect(last).toMatchObject({ action, lock_version });
      expect([action, linkTimesOf(last?.tour_case_states[0])]).toEqual([action, linkTimesOf(link)]);
    }
    const [link] = (await told()).at(-1)?.tour_case_states ?? [];
    expect(link?.["arrived_at_destination_at"]).toEqual(expect.any(String));
  });
});
