import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { aFuneralCase } from "../../testing/cases";

const grants = ["createCase", "getCases", "updateCase"];

describe("cases", () => {
  const api = startApi();

  it("answers a new case with everything that was said of it", async () => {
    const dispatcher = await api.signIn(...grants);
    const created = await dispatcher.createCase(aFuneralCase());
    expect(created).toMatchObject({ state: { current: "OPEN" }, display_name: "Muster Maria", lock_version: 0 });
    expect(await dispatcher.getCase({ id: created.id })).toEqual(created);
  });
});
