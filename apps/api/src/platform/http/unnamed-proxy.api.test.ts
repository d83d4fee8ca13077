import { describe, expect, it } from "vitest";
import { createApp } from "../../app";
import { startApi } from "../../testing/start-api";
import { testNodeOptions } from "../../testing/start-node";

describe("proxy in front of the server", () => {
  const api = startApi();
  const answer = async (trustProxy: boolean | number, callers: readonly (string | undefined)[]) => {
    const lines: string[] = [];
    const logger = { level: "warn", stream: { write: (line: string) => void lines.push(line) } };
    const { server, stop } = await createApp({ ...testNodeOptions(api.db), trustProxy, logger });
    for (const caller of callers)
      await server.inject({ url: "/api/v1/users", headers: caller === undefined ? {} : { "x-forwarded-for": caller } });
    await stop();
    return lines.filter((line) => line.includes("TRUST_PROXY is off"));
  };

  it("the server warns once of a proxy that TRUST_PROXY does not name, at the first request that comes through it", async () => {
    expect(await answer(false, [undefined])).toEqual([]);
    expect(await answer(false, [undefined, "203.0.113.9", "203.0.113.10", "203.0.113.9"])).toHaveLength(1);
  });

  it("the server does not warn of a proxy that TRUST_PROXY counts", async () => {
    expect(await answer(1, ["203.0.113.9"])).toEqual([]);
  });
});
