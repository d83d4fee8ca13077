import { describe, expect, it } from "vitest";
import { postmanCollection } from "./postman";
import { operations, requestOf } from "./reference";
import { samplesOf } from "./operation-samples";

/** What a request of each security scheme reads of its environment, and the headers that it sends it in. */
const allowed = {
  public: { variables: [], headers: [] },
  tenant_key: { variables: ["TENANT_KEY"], headers: ["X-Tenant-Key"] },
  bearer: { variables: ["TOKEN"], headers: ["Authorization"] },
} as const;

const all = operations.flatMap((operation) => {
  const request = requestOf(operation);
  return samplesOf(operation, request).map(({ label, code }) => ({ operation, request, label, code }));
});

describe("samples of the reference", () => {
  it("send the token as bearer and the tenant's key as such, in each language, and neither where nobody is asked", () => {
    for (const { operation, request, label, code } of all) {
      const name = `${operation.id} in ${label}`;
      const { variables, headers } = allowed[operation.auth];
      const named = [...variables, ...request.variables.map((variable) => variable.name)].sort((a, b) =>
        a.localeCompare(b),
      );
      expect({ name, variables: variablesOf(code) }).toEqual({ name, variables: named });
      // Our client knows the headers by itself.
      const written = label === "TypeScript client" ? [] : headers;
      expect({ name, headers: headersOf(code) }).toEqual({ name, headers: written });
    }
    const signIns = all.filter(({ operation }) => operation.auth === "tenant_key");
    expect(new Set(signIns.map(({ operation }) => operation.id)).size).toBeGreaterThanOrEqual(9);
    expect(new Set(all.map(({ label }) => label)).size).toBe(6);
  });

  it("name in variables whose case or vehicle it is: an id of an example is nobody's, and nothing is cut off", () => {
    for (const { operation, label, code } of all) {
      const found = code.match(/\b[0-9a-f]{8}-[0-9a-f]{4}-|(?<!\[)\.\.\.|…/g) ?? [];
      expect({ name: `${operation.id} in ${label}`, found }).toEqual({
        name: `${operation.id} in ${label}`,
        found: [],
      });
    }
    const shell = all.find(({ operation, label }) => operation.id === "receiveAction" && label === "Shell")?.code;
    expect(shell).toContain('"{api_url}/cases/$CASE_ID/send_action"');
    expect(shell).toContain('"tour_id": "$TOUR_ID"');
    expect(shell).toContain('"lock_version": $LOCK_VERSION');
  });

  it("are there in all six languages, for uploads, too", () => {
    for (const { id } of operations)
      expect({ id, languages: all.filter(({ operation }) => operation.id === id).length }).toEqual({
        id,
        languages: 6,
      });
  });

  it("give our client the tenant's key as key and the token as token", () => {
    const options = {
      public: [],
      tenant_key: ["tenantKey: process.env.TENANT_KEY"],
      bearer: ["token: () => process.env.TOKEN"],
    };
    for (const { operation, code } of all.filter(({ label }) => label === "TypeScript client")) {
      const made = code.split("\n").find((line) => line.includes("createClient({")) ?? "";
      const given = [...made.matchAll(/(?:tenantKey|token): (?:\(\) => )?process\.env\.\w+/g)].map(
        ([option]) => option,
      );
      expect({ id: operation.id, given }).toEqual({ id: operation.id, given: options[operation.auth] });
    }
  });

  it("and the Postman collection does the same", () => {
    const byName = new Map(
      postmanCollection().item.flatMap(({ item }) => item.map((each) => [each.name, each.request])),
    );
    for (const { id, auth } of operations) {
      const request = byName.get(id);
      const key = auth === "tenant_key" ? [{ key: "X-Tenant-Key", value: "{{tenantKey}}" }] : [];
      // What says nothing of its own takes the token of the collection.
      const own = auth === "bearer" ? undefined : { type: "noauth" };
      expect({ id, header: request?.header, auth: request?.auth }).toEqual({ id, header: key, auth: own });
    }
  });
});

describe("requests of the reference", () => {
  it("write a list in a query with commas, as the server reads it", () => {
    const operation = operations.find(({ id }) => id === "getNearestActiveVehicles");
    expect(operation && samplesOf(operation, requestOf(operation))[0]?.code).toContain(
      "target_location=15.4395%2C47.0707",
    );
  });
});

/** Variables of the environment, as the six languages read them; in texts of bodies there is none. */
const variablesOf = (code: string) =>
  [
    ...new Set(
      [...code.matchAll(/\$([A-Z_]+)|process\.env\.([A-Z_]+)|(?:environ\[|getenv\()['"]([A-Z_]+)['"]/g)].map(
        ([, shell, script, other]) => shell ?? script ?? other,
      ),
    ),
  ].sort((a = "", b = "") => a.localeCompare(b));

const headersOf = (code: string) => [...code.matchAll(/Authorization|X-Tenant-Key/g)].map(([header]) => header);
