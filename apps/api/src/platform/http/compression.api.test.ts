import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { allOperations } from "@leitstand/contract/operations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiSession, startApi } from "../../testing/start-api";
import { startTestServerNode, type TestNode } from "../../testing/start-node";
import { mayAnswerBeCompressed } from "./compression";

const callerGrants = ["getVehicles", "createVehicle", "getVehicle", "getServiceAccounts"];

describe("compressed answers", () => {
  const api = startApi();
  let session: ApiSession;
  let plainNode: TestNode;
  let body: Buffer;

  beforeAll(async () => {
    session = await api.signIn(...callerGrants);
    for (let index = 0; index < 60; index++)
      await session.createVehicle({ license_plate: `G-${index}`, description: "Hearse", active: true, capacity: 2 });
    plainNode = await startTestServerNode(api.databaseUrl, () => ({
      httpCompression: false,
      docsUrl: "https://docs.example",
    }));
    ({ body } = await ask("/vehicles?size=60"));
  });
  afterAll(() => plainNode?.stop());

  interface RequestOptions {
    readonly url?: string;
    readonly method?: string;
    readonly text?: string;
    readonly headers?: Record<string, string>;
  }
  /** Sends a request and reads the answer without decompressing it, which `fetch` would do. */
  const ask = (path: string, { url = api.url, method = "GET", text, headers }: RequestOptions = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      const authorization = `Bearer ${session.session.token}`;
      const sent = request(`${url}/api/v1${path}`, { method, headers: { authorization, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on("error", reject).end(text);
    });
  const accepting = (coding: string, more: RequestOptions = {}) => ({
    ...more,
    headers: { ...more.headers, "accept-encoding": coding },
  });

  it.each([
    [60, "br", "br", brotliDecompressSync],
    [60, "gzip", "gzip", gunzipSync],
    [60, "gzip, deflate, br", "br", brotliDecompressSync],
    [5, "br", "br", brotliDecompressSync],
    [5, "gzip, deflate, br", "gzip", gunzipSync],
  ] as const)(
    "an answer of %i vehicles for Accept-Encoding %s is compressed as %s with the same content",
    async (...[size, accepted, coding, unpack]) => {
      const plain = await ask(`/vehicles?size=${size}`);
      const packed = await ask(`/vehicles?size=${size}`, accepting(accepted));
      expect(packed.headers).toMatchObject({
        "content-encoding": coding,
        "content-type": "application/json; charset=utf-8",
        "content-length": String(packed.body.length),
      });
      expect(unpack(packed.body)).toEqual(plain.body);
      expect(packed.body.length).toBeLessThan(0.35 * plain.body.length);
      for (const { headers } of [plain, packed]) expect(headers["vary"]).toMatch(/accept-encoding/i);
    },
  );

  it("lists of similar objects such as the dashboard are compressed to at most 15 % of their size", async () => {
    const packed = await ask("/vehicles?size=60", accepting("br"));
    expect(packed.body.length).toBeLessThan(0.15 * body.length);
  });

  it("an answer is not compressed when the client asks for that or the answer is short", async () => {
    const short = await ask("/vehicles?size=1", accepting("br"));
    for (const coding of ["identity", "br;q=0, gzip;q=0", "deflate"]) {
      const { headers } = await ask("/vehicles?size=60", accepting(coding));
      expect(headers["content-encoding"]).toBeUndefined();
    }
    expect(short.body.length).toBeLessThan(1_024);
    expect(short.headers["content-encoding"]).toBeUndefined();
  });

  it("answers are not compressed where a proxy does that (HTTP_COMPRESSION=off)", async () => {
    const answer = await ask("/vehicles?size=60", accepting("br", { url: plainNode.url }));
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers["vary"] ?? "").not.toMatch(/accept-encoding/i);
  });

  it("a write has the same version and the same replayed answer in every content coding", async () => {
    const vehicle = {
      license_plate: "R-1",
      description: "x".repeat(200),
      active: true,
      capacity: 2,
      natural_id: "V-1",
    };
    const write = (coding: string) =>
      ask("/vehicles", {
        method: "POST",
        text: JSON.stringify({ ...vehicle, natural_id: undefined }),
        headers: { "content-type": "application/json", "idempotency-key": '"replayed"', "accept-encoding": coding },
      });
    const first = await write("identity");
    const again = await write("gzip");
    expect(first.status).toBe(201);
    expect([again.status, again.headers["etag"]]).toEqual([201, first.headers["etag"]]);
    const text = again.headers["content-encoding"] === "gzip" ? gunzipSync(again.body) : again.body;
    expect(JSON.parse(text.toString())).toEqual(JSON.parse(first.body.toString()));
  });

  it("refusals are sent in the requested coding, with the same content", async () => {
    const headers = { accept: "application/problem+json", "accept-encoding": "br" };
    const answer = await ask("/vehicles?sort=nothing", { headers });
    expect(answer).toMatchObject({
      status: 400,
      headers: { "content-type": expect.stringMatching(/^application\/problem\+json/) },
    });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: "SORT_FIELD_UNKNOWN" });
  });

  it("answers whose length could reveal a secret are never compressed: sign-in, and tokens that are shown once", () => {
    const packed = allOperations.filter(mayAnswerBeCompressed).map(({ id }) => id);
    expect(packed).toEqual(expect.arrayContaining(["getDashboard", "getCases", "getVehicles", "createVehicle"]));
    for (const id of ["authUser", "verifyDevice", "createServiceAccountToken", "createCalendarFeed", "getTenantKey"])
      expect(packed).not.toContain(id);
    expect(
      allOperations.filter(({ tag, auth }) => tag === "auth" || auth !== "bearer").filter(mayAnswerBeCompressed),
    ).toEqual([]);
  });
});
