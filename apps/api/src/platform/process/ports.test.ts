import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { freePort, isFree } from "./ports";

describe("ports", () => {
  it("are none of those that Linux gives to connections", async () => {
    for (const port of await Promise.all(Array.from({ length: 50 }, freePort))) {
      expect(port).toBeGreaterThanOrEqual(20_000);
      expect(port).toBeLessThan(32_768);
    }
  });

  it("are free only until somebody listens", async () => {
    const port = await freePort();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    expect(await isFree("127.0.0.1", port)).toBe(false);
    await new Promise((resolve) => server.close(resolve));
    expect(await isFree("127.0.0.1", port)).toBe(true);
  });
});
