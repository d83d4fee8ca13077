import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, problemOfResponse } from "./client";
import type { ApiProblem } from "./problem";

/** Tests against a peer that answers as set, to see how the client handles faulty networks and servers. */
describe("API client", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function peer(...answers: ((response: ServerResponse) => void)[]) {
    const seen: { path: string; key: string | undefined; token: string | undefined; body: string }[] = [];
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += chunk));
      request.on("end", () => {
        const { authorization, "idempotency-key": key } = request.headers;
        seen.push({ path: request.url ?? "", key: key as string, token: authorization, body });
        answers[Math.min(seen.length, answers.length) - 1]?.(response);
      });
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const waits: number[] = [];
    const onRetry = (_fault: unknown, waitMs: number) => void waits.push(waitMs);
    let tokens = 0;
    const token = () => `t${++tokens}`;
    return { client: createClient({ baseUrl: `http://127.0.0.1:${port}`, token, onRetry }), seen, waits };
  }
  const ok = (response: ServerResponse) => response.end("[]");
  const refuse = (status: number, code: string, retryAfter?: string) => (response: ServerResponse) => {
    response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter });
    response.end(JSON.stringify({ code, title: code, message: code, args: [], trace_id: "t" }));
  };
  const area = { title: "Graz", zip_ranges: [] };

  it("the API client waits as long as Retry-After says before it repeats a request", async () => {
    const { client, seen, waits } = await peer(refuse(429, "RATE_LIMIT_EXCEEDED", "1"), ok);
    await client.getAreas();
    expect(seen).toHaveLength(2);
    expect(waits.map((ms) => ms >= 1_000)).toEqual([true]);
  });

  it("the API client does not repeat a request before a Retry-After of minutes, and tells its caller how long it is", async () => {
    const { client, seen } = await peer(refuse(429, "RATE_LIMIT_EXCEEDED", "110"));
    const refused = await client.getAreas().catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, code: "RATE_LIMIT_EXCEEDED" });
    expect((refused as ApiProblem).arg("retry_after")).toBe("110");
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["Fri, 01 Jan 2100 00:00:00 GMT", "86400"],
    ["Wed, 21 Oct 2015 07:28:00 GMT", "0"],
    ["soon", undefined],
  ])("the API client reads a proxy's Retry-After %s as a wait of %s seconds", async (header, seconds) => {
    const response = new Response("<html>busy</html>", { status: 503, headers: { "retry-after": header } });
    expect((await problemOfResponse(response)).arg("retry_after")).toBe(seconds);
  });

  it("the API client repeats a write whose response was lost, with the same idempotency key", async () => {
    const { client, seen } = await peer(
      (response) => response.destroy(),
      (response) => {
        response.writeHead(201, { "content-length": "100" });
        response.write('{"id":');
        response.destroy();
      },
      (response) => response.writeHead(201).end("{}"),
    );
    await client.createArea(area);
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  });

  it("the API client repeats a request that a proxy refused for a while, also a write, with the token of that moment", async () => {
    const busy = (response: ServerResponse) =>
      response.writeHead(429, { "retry-after": "0" }).end("<html>too many requests</html>");
    const { client, seen } = await peer(busy, (response) => response.writeHead(201).end("{}"));
    await client.createArea(area);
    expect(seen.map(({ token }) => token)).toEqual(["Bearer t1", "Bearer t2"]);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
  });

  it("the API client does not repeat a write without a key after a 503, which may have come after the work", async () => {
    const { client, seen } = await peer(refuse(503, "SERVICE_UNAVAILABLE", "0"), ok);
    const file = new File(["%PDF"], "a.pdf", { type: "application/pdf" });
    await expect(client.uploadCaseAssets({ id: "c", file })).rejects.toMatchObject({ status: 503 });
    expect(seen).toHaveLength(1);
  });

  it("the API client repeats an upload after a 503 when the file has an id of its own", async () => {
    const { client, seen } = await peer(refuse(503, "SERVICE_UNAVAILABLE", "0"), (response) => response.end("{}"));
    const file = new File(["%PDF"], "a.pdf", { type: "application/pdf" });
    await client.uploadCaseAssets({ id: "c", file, client_id: "7f3e2d1c-0b9a-4887-b665-54433221f001" });
    expect(seen).toHaveLength(2);
  });

  it("the API client gives a file that is on its way the time that it takes", async () => {
    let finish = () => undefined as unknown;
    const { client } = await peer((response) => {
      response.writeHead(200, { "content-type": "application/pdf" }).write("%PDF");
      finish = () => response.end("-1.7");
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answer = await client.getAsset({ id: "a" });
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    finish();
    expect(await answer.text()).toBe("%PDF-1.7");
  });

  it("the API client never repeats a refused request", async () => {
    const { client, seen } = await peer(refuse(409, "LOCK_VERSION_CONFLICT"));
    await expect(client.createArea(area)).rejects.toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    expect(seen).toHaveLength(1);
  });

  it("the API client makes no idempotency key for reads, because browsers make none on pages that are not secure", async () => {
    const makeUuid = vi.spyOn(crypto, "randomUUID");
    const { client, seen } = await peer(ok);
    await client.getAreas();
    expect(seen[0]?.key).toBeUndefined();
    expect(makeUuid).not.toHaveBeenCalled();
    makeUuid.mockRestore();
  });

  it("the API client reports an error page of a proxy as an unreachable server", async () => {
    const { client } = await peer((response) => response.writeHead(404).end("<html>not here</html>"));
    await expect(client.getAreas()).rejects.toMatchObject({ status: 404, code: "UNREACHABLE" });
  });

  it("the API client sends each field of a call in the path, query or body, as the contract says", async () => {
    const { client, seen } = await peer((response) => response.end("{}"));
    await client.updateAreaWaitingTime({ id: "a/b", waiting_minutes: 5 });
    await client.getVehicles({ sort: ["license_plate,desc", "id,asc"], active: true, page: 2 });
    expect(seen[0]).toMatchObject({ path: "/api/v1/areas/a%2Fb/waiting_time", body: '{"waiting_minutes":5}' });
    expect(seen[1]?.path).toBe("/api/v1/vehicles?page=2&sort=license_plate%2Cdesc&sort=id%2Casc&active=true");
  });
});
