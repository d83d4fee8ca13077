import { describe, expect, it } from "vitest";
import {
  endDemonstrationAndFoundCompany,
  insertRowsOfTrialUsers,
  startDemonstration,
} from "./testing/runs/start-demonstration";

/** The tests run in this order: each step begins where the one before has ended. */
describe("from a demonstration to an installation for others", { timeout: 240_000 }, () => {
  const demonstration = startDemonstration();

  it("the server refuses to start for other machines with the known passwords of a demonstration", async () => {
    const { ended, output } = demonstration.startServer({ DEMONSTRATION: "off" });
    expect(await ended).toBe(1);
    expect(output()).toContain("holds the demonstration, whose people all have one password");
    expect(output()).toContain("npm run leitstand -- demonstration end");
  });

  it("the installation starts as a demonstration and accepts data", async () => {
    const { url, stop } = await demonstration.serve({ DEMONSTRATION: "on" });
    await insertRowsOfTrialUsers(demonstration.installation.db, url);
    expect(await stop()).toBe(0);
  });

  it("the command that removes the demonstration keeps data of other tenants and lets the first administrator sign in", async () => {
    await expect(endDemonstrationAndFoundCompany(demonstration)).resolves.toBeUndefined();
  });
});
