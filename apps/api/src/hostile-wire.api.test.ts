/** Sends bytes that are hardly HTTP, or that never end (row 48 of the samples). */
import { describe, expect, it } from "vitest";
import { createRawRequestSender, buildRawRequestHead } from "./testing/hand-made";
import { type ApiSession, startApi } from "./testing/start-api";
import { vehicleDraft } from "./testing/fleet";

const callerGrants = ["getVehicles", "createVehicle"];

describe("hostile input on the wire", () => {
  const api = startApi();
  const { ask, speak, send } = createRawRequestSender(api);
  const stored = async (session: ApiSession) =>
    (await session.getVehicles({ include_disabled: true })).meta.total_elements;

  /** Answer of the server, under these time limits, to a request whose body never ends. */
  async function speakWithoutEnd(path: string, limits: { requestTimeout: number; headersTimeout: number }) {
    const { server } = api.app.server;
    const { requestTimeout, headersTimeout } = server;
    Object.assign(server, limits);
    try {
      const session = await api.signIn(...callerGrants);
      const about = ["Content-Type: application/json", "Content-Length: 9"];
      return await speak(`${buildRawRequestHead(session, `POST /api/v1${path}`, ...about)}{`);
    } finally {
      Object.assign(server, { requestTimeout, headersTimeout });
    }
  }

  const body = JSON.stringify(vehicleDraft());
  it.each([
    ["a length and chunks", [`Content-Length: ${body.length}`, "Transfer-Encoding: chunked"], `0\r\n\r\n${body}`],
    ["two lengths", [`Content-Length: ${body.length}`, "Content-Length: 1"], body],
    ["chunks of an unknown coding", ["Transfer-Encoding: xchunked"], `0\r\n\r\n${body}`],
    ["a folded header", ["X-A: b\r\n c", `Content-Length: ${body.length}`], body],
    ["a blank before the colon", [`Content-Length : ${body.length}`], body],
    ["a negative length", ["Content-Length: -1"], body],
  ])("the server answers 400 to a request with %s and closes the connection", async (_title, headers, text) => {
    const session = await api.signIn(...callerGrants);
    const request = buildRawRequestHead(session, "POST /api/v1/vehicles", "Content-Type: application/json", ...headers);
    const heard = await speak(request + text);
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
    expect(heard).toMatch(/connection: close/i);
    expect(heard.match(/HTTP\/1.1/g)).toHaveLength(1);
    expect(await stored(session)).toBe(0);
  });

  it("the server answers 431 to headers of 17 KB", async () => {
    const session = await api.signIn(...callerGrants);
    const heard = await speak(buildRawRequestHead(session, "GET /api/v1/vehicles", `X-Long: ${"a".repeat(17_000)}`));
    expect(heard).toMatch(/^HTTP\/1.1 431 /);
    expect(heard).toContain('"HEADERS_TOO_LARGE"');
    expect(heard).toContain(`"time":"${api.clock.now().toISOString().slice(0, "2026-11-17".length)}`);
  });

  it("the server answers 414 to an address of 9 KB", async () => {
    const session = await api.signIn(...callerGrants);
    const answer = await ask(session, `/vehicles?x=${"a".repeat(9_000)}`);
    expect(answer).toMatchObject({ status: 414, code: "URI_TOO_LONG" });
  });

  it("the server answers 404 or 405 before 414 to a long address without an operation", async () => {
    const session = await api.signIn(...callerGrants);
    const long = `x=${"a".repeat(9_000)}`;
    expect(await ask(session, `/nowhere?${long}`)).toMatchObject({ status: 404, code: "ROUTE_NOT_FOUND" });
    const answer = await ask(session, `/vehicles?${long}`, { method: "DELETE" });
    expect(answer).toMatchObject({ status: 405, code: "METHOD_NOT_ALLOWED" });
  });

  it("the server answers 404 to OPTIONS of a path that does not exist", async () => {
    const heard = await speak("OPTIONS /api/v1/nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    expect(heard).toMatch(/^HTTP\/1.1 404 /);
    expect(heard).toContain('"ROUTE_NOT_FOUND"');
  });

  it.each(["TRACE", "DELETE", "PATCH", "HEAD", "OPTIONS"])(
    "the server answers 405 to %s where the method does not exist",
    async (method) => {
      const session = await api.signIn(...callerGrants);
      const heard = await speak(buildRawRequestHead(session, `${method} /api/v1/vehicles`, "Connection: close"));
      expect(heard).toMatch(/^HTTP\/1.1 405 /);
      expect(heard).toMatch(/^allow: GET, POST\r$/im);
    },
  );

  it("the server answers a request whose body never ends within 30 s after the time limit of a request", async () => {
    const { requestTimeout, headersTimeout } = api.app.server.server;
    expect(requestTimeout).toBeLessThan(30_000);
    expect(headersTimeout).toBeLessThan(requestTimeout);
    const heard = await speakWithoutEnd("/vehicles", { requestTimeout: 50, headersTimeout: 40 });
    expect(heard).toMatch(/^HTTP\/1.1 408 /);
    expect(heard).toContain('"REQUEST_TIMEOUT"');
  });

  it.each([
    ["Host", "Host: elsewhere.example"],
    ["Authorization", "Authorization: Bearer dsp_u_another"],
    ["Content-Type", "Content-Type: text/plain"],
    ["X-Tenant-Key", "X-Tenant-Key: one\r\nX-Tenant-Key: one"],
    ["Idempotency-Key", "Idempotency-Key: one\r\nIdempotency-Key: one"],
    ["If-Match", 'If-Match: "0"\r\nIf-Match: "0"'],
  ])("the server answers 400 to a second value of the header %s", async (name, second) => {
    const session = await api.signIn(...callerGrants);
    const about = [`Content-Length: ${body.length}`, "Content-Type: application/json", "Connection: close", second];
    const heard = await speak(buildRawRequestHead(session, "POST /api/v1/vehicles", ...about) + body);
    expect(heard).toMatch(/^HTTP\/1.1 400 /);
    expect(heard).toContain('"REQUEST_PARAMETER_INVALID"');
    expect(heard).toContain(`"${name.toLowerCase()}"`);
    expect(await stored(session)).toBe(0);
  });

  it("the server accepts a list header that is split into two lines, as HTTP allows", async () => {
    const session = await api.signIn(...callerGrants);
    const lists = ["Accept: text/html", "Accept: application/json", "Accept-Language: fr", "Accept-Language: de"];
    const heard = await speak(buildRawRequestHead(session, "GET /api/v1/vehicles", ...lists, "Connection: close"));
    expect(heard).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each(["", "Host: a b\r\n", "Host: a/b\r\n", "Host: a@b\r\n"])(
    "the server answers 400 to a host named %j",
    async (line) => {
      const heard = await speak(`GET /api/v1/vehicles HTTP/1.1\r\n${line}Connection: close\r\n\r\n`);
      expect(heard).toMatch(/^HTTP\/1.1 400 /);
      expect(heard).toContain('"REQUEST_PARAMETER_INVALID"');
    },
  );

  it.each([
    ["a huge body", ["Content-Length: 10000000000"], "{"],
    ["a body that never ends", ["Transfer-Encoding: chunked"], "1\r\n{\r\n"],
    ["a body on request", ["Content-Length: 9", "Expect: 100-continue"], ""],
  ])(
    "the server answers 404 to an unknown path with %s before the body is read",
    async (_title, headers, beginning) => {
      const session = await api.signIn(...callerGrants);
      const type = "Content-Type: application/json";
      const heard = await speak(buildRawRequestHead(session, "POST /api/v1/nowhere", type, ...headers) + beginning);
      expect(heard).toMatch(/^HTTP\/1.1 404 /);
      expect(heard).toMatch(/^connection: close\r$/im);
      expect(heard).toContain('"ROUTE_NOT_FOUND"');
      expect(heard.match(/HTTP\/1.1/g)).toHaveLength(1);
    },
  );

  it("the server answers 404 at once, and only once, to a request to an unknown path whose body arrives slowly", async () => {
    // Time limits long enough for the answer to come first, also on a busy machine.
    const heard = await speakWithoutEnd("/nowhere", { requestTimeout: 3_000, headersTimeout: 2_500 });
    expect(heard).toMatch(/^HTTP\/1.1 404 /);
    expect(heard.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  it("a client that still sends 20 MB receives the server's refusal instead of a connection reset", async () => {
    const session = await api.signIn(...callerGrants);
    const length = 20_000_000;
    const { heard, fault } = await send(
      buildRawRequestHead(session, "POST /api/v1/nowhere", `Content-Length: ${length}`),
      Buffer.alloc(length),
    );
    expect(fault).toBeUndefined();
    expect(heard).toMatch(/^HTTP\/1.1 404 /);
  });

  it("the server does not carry out a request that follows an unread body on the same connection", async () => {
    const session = await api.signIn(...callerGrants);
    const first = buildRawRequestHead(session, "POST /api/v1/nowhere", "Transfer-Encoding: chunked");
    const type = "Content-Type: application/json";
    const second = buildRawRequestHead(session, "POST /api/v1/vehicles", type, `Content-Length: ${body.length}`);
    const heard = await speak(`${first}0\r\n\r\n${second}${body}`);
    expect(heard.match(/HTTP\/1.1/g)).toHaveLength(1);
    expect(await stored(session)).toBe(0);
  });

  it("the server answers `Expect: 100-continue` with 100 and then the request", async () => {
    const session = await api.signIn(...callerGrants);
    const asks = ["Content-Type: application/json", `Content-Length: ${body.length}`, "Expect: 100-continue"];
    const heard = await speak(
      buildRawRequestHead(session, "POST /api/v1/vehicles", ...asks, "Connection: close"),
      body,
    );
    expect(heard).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 201 /);
    const unknownToken = buildRawRequestHead(session, "POST /api/v1/vehicles", ...asks).replace(
      "Bearer dsp",
      "Bearer xxx",
    );
    expect(await speak(unknownToken)).toMatch(/^HTTP\/1.1 401 /);
  });

  it("the server answers 400 to bytes that are not HTTP and closes the connection", async () => {
    expect(await speak("\u0016\u0003\u0001 hello\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
  });
});
