import { Type } from "typebox";
import { beforeEach, describe, expect, it } from "vitest";
import { serverMisbehaviours, stallForever, startStandInServer } from "../../testing/stand-in";
import { TestClock } from "../../testing/test-clock";
import { ProviderClient } from "./provider";

const GreetingSchema = Type.Object({ hello: Type.String() });
const failedProblem = { code: "UPSTREAM_FAILED", status: 502, faults: [{ provider: "osrm" }] };
const PAUSE_SECONDS = 30;

describe("client of another server", () => {
  const standIn = startStandInServer();
  const clock = new TestClock().begin();
  let provider: ProviderClient;
  const open = (given: { timeoutMs?: number; value?: string } = {}) =>
    new ProviderClient({
      name: "osrm",
      url: `${standIn.url}/base`,
      timeoutMs: given.timeoutMs ?? 20_000,
      clock,
      ...(given.value === undefined ? {} : { key: { parameter: "key", value: given.value } }),
    });
  const ask = (of = provider) => of.ask({ path: "/hello" }, { 200: GreetingSchema });
  beforeEach(() => {
    provider = open();
  });

  it("the provider client sends a request below the server's base path, with its key, and accepts an answer in the published form", async () => {
    standIn.answer("/base/hello", { hello: "you", more: true });
    const answer = await open({ value: "s3cret" }).ask(
      { path: "/hello", query: { text: "Graz & Umgebung", none: undefined } },
      { 200: GreetingSchema },
    );
    expect(answer).toEqual({ status: 200, body: { hello: "you", more: true } });
    expect(standIn.asked).toMatchObject([
      { method: "GET", path: "/base/hello", query: { text: "Graz & Umgebung", key: "s3cret" }, body: undefined },
    ]);
  });

  it("the provider client sends JSON to a server that takes it, and accepts a refusal in the server's own form", async () => {
    standIn.answer("/base/hello", { code: "NoRoute" }, 400);
    const answer = await provider.ask(
      { path: "/hello", body: { places: [1, 2] } },
      { 200: GreetingSchema, 400: Type.Object({ code: Type.String() }) },
    );
    expect(answer).toMatchObject({ status: 400, body: { code: "NoRoute" } });
    expect(standIn.asked).toMatchObject([{ method: "POST", body: { places: [1, 2] } }]);
  });

  it.each(Object.keys(serverMisbehaviours))(
    "the provider client reports a server that sends %s as failed",
    async (name) => {
      standIn.misbehave(serverMisbehaviours[name]);
      await expect(ask()).rejects.toMatchObject(failedProblem);
    },
  );

  it("the provider client reports a server that does not respond as too slow, and waits for it only once", async () => {
    standIn.misbehave(stallForever);
    const slow = { code: "UPSTREAM_TIMEOUT", status: 504, faults: [{ provider: "osrm" }] };
    await expect(ask(open({ timeoutMs: 1_000 }))).rejects.toMatchObject(slow);
    expect(standIn.asked).toHaveLength(1);
  });

  it("the provider client reports a server that stalls in the middle of its answer as too slow", async () => {
    standIn.misbehave((_, response) => void response.writeHead(200).write('{"hello":'));
    await expect(ask(open({ timeoutMs: 1_000 }))).rejects.toMatchObject({ code: "UPSTREAM_TIMEOUT" });
  });

  it.each([
    ["cuts the connection", (_: unknown, response: { destroy(): void }) => response.destroy()],
    [
      "is busy",
      (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(503).end(),
    ],
  ])("the provider client repeats a request once when the server %s", async (_, misbehaviour) => {
    let times = 0;
    standIn.misbehave((request, response) => {
      if (times++ === 0) misbehaviour(request, response);
      else response.end(JSON.stringify({ hello: "again" }));
    });
    expect(await ask()).toMatchObject({ body: { hello: "again" } });
    expect(times).toBe(2);
  });

  it("the provider client does not repeat a request that the server refuses", async () => {
    standIn.answer("/base/hello", {}, 403);
    await expect(ask()).rejects.toMatchObject(failedProblem);
    expect(standIn.asked).toHaveLength(1);
  });

  it("the provider client pauses a server after five failures in a row, tries it with one call, and uses it again when that succeeds", async () => {
    standIn.answer("/base/hello", {}, 500);
    for (let time = 0; time < 5; time++) await expect(ask()).rejects.toMatchObject(failedProblem);
    standIn.answer("/base/hello", { hello: "well" });
    await expect(ask()).rejects.toMatchObject(failedProblem);
    expect(standIn.asked).toHaveLength(5);
    clock.advance({ seconds: PAUSE_SECONDS + 1 });
    const together = await Promise.allSettled([ask(), ask(), ask()]);
    expect(together.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    await ask();
    expect(standIn.asked).toHaveLength(7);
  });

  it("the provider client keeps a server paused when the trial call fails", async () => {
    standIn.answer("/base/hello", {}, 500);
    for (let time = 0; time < 5; time++) await expect(ask()).rejects.toMatchObject(failedProblem);
    clock.advance({ seconds: PAUSE_SECONDS + 1 });
    await expect(ask()).rejects.toMatchObject(failedProblem);
    await expect(ask()).rejects.toMatchObject(failedProblem);
    expect(standIn.asked).toHaveLength(6);
  });

  it("the provider client reports a server that does not run as failed", async () => {
    const unreachable = new ProviderClient({ name: "osrm", url: "http://127.0.0.1:1", timeoutMs: 5_000, clock });
    await expect(ask(unreachable)).rejects.toMatchObject(failedProblem);
  });
});
