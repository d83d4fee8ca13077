/** Sends invalid input in raw requests, which our clients never send. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createRawRequestSender, buildRawRequestHead } from "./testing/hand-made";
import type { ApiSession } from "./testing/start-api";
import { startApi } from "./testing/start-api";
import { vehicleDraft } from "./testing/fleet";

const callerGrants = ["getVehicles", "createVehicle", "updateVehicle", "createArea", "createVehicleType"];

describe("hostile input", () => {
  const api = startApi();

  const { ask, speak } = createRawRequestSender(api);
  const post = (session: ApiSession, body: BodyInit | null, headers: Record<string, string> = {}) =>
    ask(session, "/vehicles", {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
  const postJson = (session: ApiSession, body: unknown) => post(session, JSON.stringify(body));
  const stored = async (session: ApiSession) =>
    (await session.getVehicles({ include_disabled: true })).meta.total_elements;

  it("the API answers a request without a body that it needs one", async () => {
    const session = await api.signIn(...callerGrants);
    expect(await post(session, "")).toMatchObject({ status: 400, code: "REQUEST_BODY_REQUIRED" });
    expect(await post(session, null)).toMatchObject({ status: 400, code: "REQUEST_BODY_REQUIRED" });
  });

  it.each(['{"license_plate":', "[", "{'a':1}", "\u0000", "[".repeat(200_000), '{"a":1}}', "NaN"])(
    "2: the API refuses a body that is not JSON: %.20s",
    async (text) => {
      const session = await api.signIn(...callerGrants);
      const answer = await post(session, text);
      expect(answer).toMatchObject({ status: 400, code: "REQUEST_MALFORMED_JSON" });
      expect(answer.body.args).toMatchObject([{ key: "position", type: "int" }]);
    },
  );

  it.each([
    "application/json\t;x",
    "application/json;charset=utf-7",
    "application/json; charset=utf-16",
    "application/json;a=b",
    "application/jsonp",
    "application/json, text/plain",
    "APPLICATION/JSON;;",
  ])("3: the API refuses a body of the unusual content type %j", async (type) => {
    const session = await api.signIn(...callerGrants);
    const { status } = await post(session, JSON.stringify(vehicleDraft()), { "content-type": type });
    expect([400, 415]).toContain(status);
    expect(await stored(session)).toBe(0);
  });

  it("the API also validates a body whose content type begins with a blank", async () => {
    const session = await api.signIn(...callerGrants);
    const text = JSON.stringify({ ...vehicleDraft(), capacity: -1 });
    const request = buildRawRequestHead(
      session,
      "POST /api/v1/vehicles",
      "Content-Type:  application/json",
      "Connection: close",
    );
    const heard = await speak(request.replace("Connection", `Content-Length: ${text.length}\r\nConnection`) + text);
    expect(heard).toMatch(/^HTTP\/1.1 4(00|15) /);
    expect(await stored(session)).toBe(0);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/html", ""])(
    "4: the API answers 415 to a body of content type %j",
    async (type) => {
      const session = await api.signIn(...callerGrants);
      const answer = await post(session, new Blob([JSON.stringify(vehicleDraft())]), { "content-type": type });
      expect(answer).toMatchObject({ status: 415, code: "MEDIA_TYPE_UNSUPPORTED" });
    },
  );

  it.each(["tenant_id", "id", "natural_id", "created_at", "current_tour_id", "lock_version", "role_type"])(
    "5: the API never sets the read-only field %s from a body",
    async (field) => {
      const session = await api.signIn(...callerGrants);
      const answer = await postJson(session, { ...vehicleDraft(), [field]: (await api.aTenant()).id });
      expect(answer).toMatchObject({ status: 400, code: "REQUEST_UNKNOWN_FIELD" });
      expect(answer.body.args).toContainEqual({ key: "field", value: field, type: "string" });
      expect(await stored(session)).toBe(0);
    },
  );

  it.each(["-1", "1e308", '"3"', "9007199254740992", "1.5", "null", "true", "[]", "101"])(
    "6: the API refuses a vehicle with a capacity of %s",
    async (capacity) => {
      const session = await api.signIn(...callerGrants);
      const text = JSON.stringify(vehicleDraft()).replace('"capacity":2', `"capacity":${capacity}`);
      expect(await post(session, text)).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    },
  );

  it("the API accepts only the two kinds of skill associations", async () => {
    const session = await api.signIn(...callerGrants);
    const skill_associations = [{ skill_id: crypto.randomUUID(), association_type: "BOTH" }];
    const answer = await postJson(session, vehicleDraft({ skill_associations }));
    expect(answer).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(answer.body.args).toContainEqual(
      expect.objectContaining({ key: "field", value: "skill_associations.0.association_type" }),
    );
  });

  it.each([
    ["keys", `{${Array.from({ length: 1_001 }, (_, index) => `"k${index}":1`).join()}}`, "maxProperties"],
    ["items", `{"skill_associations":[${Array.from({ length: 10_001 }, () => 1).join()}]}`, "maxItems"],
  ])("the API refuses more %s than any vehicle could have", async (_title, text, rule) => {
    const answer = await post(await api.signIn(...callerGrants), text);
    expect(answer).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(answer.body.args.map(({ value }) => value)).toContain(rule);
  });

  it("the API refuses a vehicle type of another tenant", async () => {
    const stranger = await api.signIn(...callerGrants);
    const type = await stranger.createVehicleType({ name: "Van", short_key: "VAN" });
    const answer = await postJson(await api.signIn(...callerGrants), vehicleDraft({ vehicle_type_id: type.id }));
    expect(answer).toMatchObject({ status: 422, code: "REFERENCE_NOT_FOUND" });
  });

  it("9-11: the API changes nothing without the current lock version", async () => {
    const session = await api.signIn(...callerGrants);
    const { id } = await session.createVehicle(vehicleDraft());
    const put = (body: object, headers: Record<string, string> = {}) =>
      ask(session, `/vehicles/${id}`, {
        method: "PUT",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      });
    expect(await put(vehicleDraft())).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
    expect(await put(vehicleDraft({ lock_version: 7 }))).toMatchObject({ status: 409, code: "LOCK_VERSION_CONFLICT" });
    expect(await put(vehicleDraft({ lock_version: 0 }), { "if-match": '"1"' })).toMatchObject({
      status: 400,
      code: "REQUEST_PARAMETER_INVALID",
    });
    expect(await session.getVehicle({ id })).toMatchObject({ lock_version: 0 });
    expect(await put(vehicleDraft({ lock_version: 0 }), { "if-match": '"0"' })).toMatchObject({ status: 200 });
  });

  it("the API answers two requests with the same idempotency key alike, headers included", async () => {
    const session = await api.signIn(...callerGrants);
    const draft = vehicleDraft();
    const send = async (overrides: object = {}) => {
      const body = JSON.stringify({ ...draft, ...overrides });
      const answer = await post(session, body, { "idempotency-key": '"departure-1"' });
      return { status: answer.status, code: answer.code, etag: answer.headers.get("etag"), body: answer.body };
    };
    const first = await send();
    expect(first).toMatchObject({ status: 201, etag: '"0"' });
    expect(await send()).toEqual(first);
    expect(await stored(session)).toBe(1);
    expect(await send({ capacity: 3 })).toMatchObject({ status: 422, code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it.each([
    "..%2Fusers",
    "%00",
    "1%20or%201=1",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "{}",
    "%F0%28%8C%28",
    "%",
    "x".repeat(999),
    "x".repeat(1_001),
    "x".repeat(8_000),
  ])("12: the API answers 404 to the malformed vehicle id %.40s", async (id) => {
    const session = await api.signIn(...callerGrants);
    expect(await ask(session, `/vehicles/${id}`)).toMatchObject({ status: 400, code: "REQUEST_PARAMETER_INVALID" });
  });

  it("dots and slashes in an id reach no other path", async () => {
    const session = await api.signIn(...callerGrants);
    const heard = await speak(buildRawRequestHead(session, "GET /api/v1/vehicles/../users", "Connection: close"));
    expect(heard).toMatch(/^HTTP\/1.1 4(00|04) /);
  });

  it("the API gives the same answer for another tenant's vehicle as for a vehicle that does not exist", async () => {
    const { id } = await (await api.signIn(...callerGrants)).createVehicle(vehicleDraft());
    const session = await api.signIn(...callerGrants);
    const random = crypto.randomUUID();
    const bodyOf = async (asked: string) => {
      const { status, body } = await ask(session, `/vehicles/${asked}`);
      const comparable = { ...body, time: "", trace_id: "" };
      return { status, text: JSON.stringify(comparable).replaceAll(asked, "ID") };
    };
    const foreign = await bodyOf(id);
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(await bodyOf(random));
  });

  it.each(["0", "10001", "-1", "1e3", "1&size=9", "", "%20", "0x10", "٣", "NaN"])(
    "14: the API refuses the page size %j",
    async (size) => {
      const session = await api.signIn(...callerGrants);
      expect(await ask(session, `/vehicles?size=${size}`)).toMatchObject({
        status: 400,
        code: "REQUEST_PARAMETER_INVALID",
      });
    },
  );

  it.each(["id;drop%20table%20vehicles", "password", "license_plate%27--", "constructor", "__proto__"])(
    "15: the API refuses to sort by the unknown field %s",
    async (sort) => {
      const session = await api.signIn(...callerGrants);
      expect(await ask(session, `/vehicles?sort=${sort}`)).toMatchObject({ status: 400, code: "SORT_FIELD_UNKNOWN" });
    },
  );

  it.each(["license_plate,sideways", "license_plate,asc;--"])(
    "15: the API refuses the unknown sort direction %s",
    async (sort) => {
      const session = await api.signIn(...callerGrants);
      expect(await ask(session, `/vehicles?sort=${sort}`)).toMatchObject({
        status: 400,
        code: "REQUEST_PARAMETER_INVALID",
      });
    },
  );

  it("a request that names another tenant does not reach its data", async () => {
    const session = await api.signIn(...callerGrants);
    const headers = { "x-tenant-key": (await api.aTenant()).tenant_key };
    expect(await ask(session, "/vehicles", { headers })).toMatchObject({ status: 403, code: "AUTH_TENANT_MISMATCH" });
  });

  it("the API refuses a missing, an outdated, a too long and an incomplete token", async () => {
    const session = await api.signIn(...callerGrants);
    const withHeader = async (authorization?: string) => {
      const { status, code } = await ask(null, "/vehicles", { headers: authorization ? { authorization } : {} });
      return `${status} ${code}`;
    };
    const { token } = session.session;
    expect(await withHeader()).toBe("401 AUTH_TOKEN_MISSING");
    expect(await withHeader("Basic dXNlcjpwYXNz")).toBe("401 AUTH_TOKEN_MISSING");
    expect(await withHeader("Bearer ")).toBe("401 AUTH_TOKEN_MISSING");
    expect(await withHeader(`Bearer ${"a".repeat(8_192)}`)).toBe("401 AUTH_TOKEN_INVALID");
    expect(await withHeader(`Bearer ${token.slice(0, -1)}`)).toBe("401 AUTH_TOKEN_INVALID");
    expect(await withHeader(`Bearer ${token.replace("dsp_u", "dsp_s")}`)).toBe("401 AUTH_TOKEN_INVALID");
    expect(await withHeader(`Bearer ${token}`)).toBe("200 undefined");
  });

  it("the API ignores a token in the URL", async () => {
    const { token } = (await api.signIn(...callerGrants)).session;
    expect(await ask(null, `/vehicles?access_token=${token}`)).toMatchObject({
      status: 401,
      code: "AUTH_TOKEN_MISSING",
    });
  });

  it("the API refuses a compressed body that expands hugely before it fills the memory", async () => {
    const session = await api.signIn(...callerGrants);
    const bomb = gzipSync(Buffer.alloc(50 * 1_048_576, 0x20));
    const answer = await post(session, new Uint8Array(bomb), { "content-encoding": "gzip" });
    expect(answer).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
    const honest = gzipSync(JSON.stringify(vehicleDraft()));
    expect(await post(session, new Uint8Array(honest), { "content-encoding": "gzip" })).toMatchObject({ status: 201 });
    const broken = new Uint8Array(honest.subarray(0, 20));
    expect(await post(session, broken, { "content-encoding": "gzip" })).toMatchObject({ status: 400 });
    expect(await post(session, "{}", { "content-encoding": "br" })).toMatchObject({ status: 415 });
  });

  it("the API refuses a body larger than 1 MiB", async () => {
    const session = await api.signIn(...callerGrants);
    const answer = await postJson(session, vehicleDraft({ description: "x".repeat(1_100_000) }));
    expect(answer).toMatchObject({ status: 413, code: "PAYLOAD_TOO_LARGE" });
  });

  it("the API refuses an occupancy range that ends before it begins or is too long", async () => {
    const session = await api.signIn(...callerGrants);
    const area = (from: string, to: string) =>
      ask(session, "/areas", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ title: "Graz", zip_ranges: [{ from, to }] }),
      });
    expect(await area("99999", "10000")).toMatchObject({ status: 422, code: "RANGE_INVALID" });
    expect(await area("100000", "100001")).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it.each([
    '{"__proto__":{"polluted":true},"license_plate":"G-1"}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"skill_associations":[{"__proto__":{"polluted":true}}]}',
  ])("a body with %s does not pollute a prototype", async (text) => {
    const session = await api.signIn(...callerGrants);
    const before = Object.getOwnPropertyNames(Object.prototype).length;
    expect((await post(session, text)).status).toBe(400);
    expect(Object.getOwnPropertyNames(Object.prototype)).toHaveLength(before);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ["NUL", "G\u0000"],
    ["half a surrogate pair", "G\ud800"],
  ])("the API refuses text with %s", async (_title, license_plate) => {
    const session = await api.signIn(...callerGrants);
    const text = JSON.stringify(vehicleDraft({ license_plate }));
    expect(await post(session, text)).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it.each([
    ['{"capacity":2,"capacity":99,', 14],
    ['{"capacity":2,"\\u0063apacity":99,', 14],
    ['{"skill_associations":[{"skill_id":"x","skill_id":"y"}],', 39],
  ])("the API refuses a body that has one name twice: %s", async (beginning, position) => {
    const session = await api.signIn(...callerGrants);
    const { capacity: _, ...others } = vehicleDraft();
    const answer = await post(session, beginning + JSON.stringify(others).slice(1));
    expect(answer).toMatchObject({ status: 400, code: "REQUEST_MALFORMED_JSON" });
    expect(answer.body.args).toEqual([{ key: "position", value: String(position), type: "int" }]);
    expect(await stored(session)).toBe(0);
  });

  it("the API refuses a body that is nested 200 levels deep", async () => {
    const session = await api.signIn(...callerGrants);
    const deep = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`;
    const answer = await post(session, `{"license_plate":${deep}}`);
    expect(answer).toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });

  it.each(["'", '"', ";--", "\\", "%", "_", "$1", "');drop table vehicles;--", "<img src=x>", "\u202e", "🚑"])(
    "the API stores hostile text as plain text: %s",
    async (text) => {
      const session = await api.signIn(...callerGrants);
      const { id } = await session.createVehicle(vehicleDraft({ description: text, license_plate: text }));
      expect(await session.getVehicle({ id })).toMatchObject({ description: text, license_plate: text });
    },
  );

  it("the API refuses unknown and repeated query parameters", async () => {
    const session = await api.signIn(...callerGrants);
    for (const query of ["page=0&page=1", "active=true&active=false", "active=yes", "admin=true", "page=99999999999"])
      expect(await ask(session, `/vehicles?${query}`)).toMatchObject({
        status: 400,
        code: "REQUEST_PARAMETER_INVALID",
      });
  });
});
