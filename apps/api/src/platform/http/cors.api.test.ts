import { allOperations } from "@leitstand/contract/operations";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { startTestServerNode, type TestNode } from "../../testing/start-node";

const PORTAL_ORIGIN = "https://portal.example.org";
/** Headers that browsers show to every page (the Fetch standard), and those that concern the browser itself. */
const HEADERS_ALWAYS_READABLE = [
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "last-modified",
];
const BROWSER_HEADER_PATTERN =
  /^(access-control-.*|connection|keep-alive|transfer-encoding|vary|content-security-policy)$/;
const PROTECTING_HEADER_PATTERN =
  /^(x-content-type-options|referrer-policy|strict-transport-security|x-frame-options|cross-origin-.*|permissions-policy)$/;

interface PreflightInit extends RequestInit {
  readonly headers?: Record<string, string>;
}

const splitHeaderNames = (list: string | null) => (list ?? "").split(/,\s*/).map((name) => name.toLowerCase());

describe("pages of another site that the installation names", () => {
  const api = startApi();
  let node: TestNode;
  beforeAll(async () => {
    node = await startTestServerNode(api.databaseUrl, () => ({ corsOrigins: [PORTAL_ORIGIN], dataDir: api.dataDir }));
  });
  afterAll(() => node?.stop());

  const ask = (path: string, { headers, ...init }: PreflightInit = {}) =>
    fetch(`${node.url}/api/v1${path}`, { ...init, headers: { origin: PORTAL_ORIGIN, ...headers } });

  it.each(allOperations.map(({ id, method, path }) => [id, method, path] as const))(
    "pages of a configured site can call %s",
    async (_id, method, path) => {
      const headers =
        "authorization, content-type, idempotency-key, if-match, last-event-id, traceparent, x-tenant-key";
      const answer = await ask(path.replaceAll(/\{\w+\}/g, "x"), {
        method: "OPTIONS",
        headers: { "access-control-request-method": method, "access-control-request-headers": headers },
      });
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe(PORTAL_ORIGIN);
      expect(splitHeaderNames(answer.headers.get("access-control-allow-methods"))).toContain(method.toLowerCase());
      const allowed = splitHeaderNames(answer.headers.get("access-control-allow-headers"));
      expect(allowed).toEqual(expect.arrayContaining(headers.split(", ")));
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    },
  );

  it("pages of a configured site can read every informative header of answers", async () => {
    const session = await api.signIn("getVehicles", "createVehicle", "getVehicle");
    const authorization = `Bearer ${session.session.token}`;
    const vehicle = { license_plate: "G-1", description: "Hearse", active: true, capacity: 2 };
    const headers = { authorization, "content-type": "application/json", "x-request-id": "one" };
    const answers = [
      await ask("/vehicles", { method: "POST", body: JSON.stringify(vehicle), headers }),
      await ask("/vehicles", { headers }),
      await ask("/vehicles", { method: "DELETE", headers }),
      await ask("/vehicles"),
      await ask("/nowhere"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 405, 401, 404]);
    for (const answer of answers) {
      const shown = [
        ...HEADERS_ALWAYS_READABLE,
        ...splitHeaderNames(answer.headers.get("access-control-expose-headers")),
      ];
      const hidden = [...answer.headers.keys()].filter(
        (name) => !shown.includes(name) && !BROWSER_HEADER_PATTERN.test(name) && !PROTECTING_HEADER_PATTERN.test(name),
      );
      expect(hidden).toEqual([]);
    }
  });
});
