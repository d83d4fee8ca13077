import { describe, expect, it } from "vitest";
import { endDemonstration, fromSource, leaveTraces, startDemonstration } from "./testing/runs/start-demonstration";

/** In this order: each step begins where the one before has ended. */
describe("from a demonstration to an installation for others", { timeout: 240_000 }, () => {
  const demonstration = startDemonstration(fromSource);

  it("does not start for others on known passwords", async () => {
    const { ended, output } = demonstration.startServer({ DEMONSTRATION: "off" });
    expect(await ended).toBe(1);
    expect(output()).toContain("holds the demonstration, whose people all have one password");
    expect(output()).toContain("npm run leitstand -- demonstration end");
  });

  it("is tried for a while", async () => {
    const { url, stop } = await demonstration.serve({ DEMONSTRATION: "on" });
    await leaveTraces(demonstration.installation.db, url);
    expect(await stop()).toBe(0);
  });

  it("leaves nothing of it, all of what others have made, and a way in for the first administrator", async () => {
    await expect(endDemonstration(demonstration)).resolves.toBeUndefined();
  });
});
