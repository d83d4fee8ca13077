import { describe, expect, it } from "vitest";
import { aFuneralCase } from "../../testing/cases";
import { aCrew, dispatchGrants } from "../../testing/dispatch";
import { startApi } from "../../testing/start-api";

describe("send_action", () => {
  const api = startApi();

  it("brings a transport from the order to the finished papers", async () => {
    const dispatcher = await api.signIn(...dispatchGrants);
    const { tour_id, driver } = await aCrew(api, dispatcher.session.tenant);
    const { id } = await dispatcher.createCase(aFuneralCase());
    const assigned = await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    expect(assigned).toMatchObject({ state: { current: "ASSIGNED" }, lock_version: 1, warnings: [] });
    const accepted = await driver.receiveAction({ id, action: "ACCEPT", tour_id, lock_version: 1 });
    expect(accepted.tour_case_states).toMatchObject([{ state: "ACCEPTED", last_actor: "V" }]);
    const read = await driver.getCase({ id });
    expect(read.tour_case_states?.[0]?.actions).toEqual(accepted.tour_case_states?.[0]?.actions);
  });
});
