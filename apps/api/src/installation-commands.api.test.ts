import { describe, expect, it } from "vitest";
import { endDemonstration, insertUserTraces, startDemonstration } from "./testing/runs/start-demonstration";

/** The tests run in this order: each step begins where the one before has ended. */
describe("from a demonstration to an installation for others", { timeout: 240_000 }, () => {
  const demonstration = startDemonstration();

  it("refuses to start for others on the known passwords of a demonstration", async () => {
    const { ended, output } = demonstration.startServer({ DEMONSTRATION: "off" });
    expect(await ended).toBe(1);
    expect(output()).toContain("holds the demonstration, whose people all have one password");
    expect(output()).toContain("npm run leitstand -- demonstration end");
  });

  it("starts as a demonstration and is used for a while", async () => {
    const { url, stop } = await demonstration.serve({ DEMONSTRATION: "on" });
    await insertUserTraces(demonstration.installation.db, url);
    expect(await stop()).toBe(0);
  });

  it("removes all of the demonstration, keeps what other tenants have made, and lets the first administrator in", async () => {
    await expect(endDemonstration(demonstration)).resolves.toBeUndefined();
  });
});
