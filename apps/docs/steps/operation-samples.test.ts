import { describe, expect, it } from "vitest";
import { buildPostmanCollection } from "./postman";
import { operations, exampleRequestOfOperation } from "./reference";
import { samplesOfOperation } from "./operation-samples";

/** Variables that a request of each security scheme reads, and the headers that it sends them in. */
const allowedVariables = {
  public: { variables: [], headers: [] },
  tenant_key: { variables: ["TENANT_KEY"], headers: ["X-Tenant-Key"] },
  bearer: { variables: ["TOKEN"], headers: ["Authorization"] },
} as const;

const allSamples = operations.flatMap((operation) => {
  const request = exampleRequestOfOperation(operation);
  return samplesOfOperation(operation, request).map(({ label, code }) => ({ operation, request, label, code }));
});

describe("samples of the reference", () => {
  it("samples of the reference send the token and the tenant's key as headers in each language, except for public operations", () => {
    for (const { operation, request, label, code } of allSamples) {
      const name = `${operation.id} in ${label}`;
      const { variables, headers } = allowedVariables[operation.auth];
      const named = [...variables, ...request.variables.map((variable) => variable.name)].sort((a, b) =>
        a.localeCompare(b),
      );
      expect({ name, variables: variablesInCode(code) }).toEqual({ name, variables: named });
      // Our client adds the headers by itself.
      const written = label === "TypeScript client" ? [] : headers;
      expect({ name, headers: headersInSample(code) }).toEqual({ name, headers: written });
    }
    const signIns = allSamples.filter(({ operation }) => operation.auth === "tenant_key");
    expect(new Set(signIns.map(({ operation }) => operation.id)).size).toBeGreaterThanOrEqual(9);
    expect(new Set(allSamples.map(({ label }) => label)).size).toBe(6);
  });

  it("samples of the reference use variables instead of example ids, and are not abbreviated", () => {
    for (const { operation, label, code } of allSamples) {
      const found = code.match(/\b[0-9a-f]{8}-[0-9a-f]{4}-|(?<!\[)\.\.\.|…/g) ?? [];
      expect({ name: `${operation.id} in ${label}`, found }).toEqual({
        name: `${operation.id} in ${label}`,
        found: [],
      });
    }
    const shell = allSamples.find(
      ({ operation, label }) => operation.id === "receiveAction" && label === "Shell",
    )?.code;
    expect(shell).toContain('"{api_url}/cases/$CASE_ID/send_action"');
    expect(shell).toContain('"tour_id": "$TOUR_ID"');
    expect(shell).toContain('"lock_version": $LOCK_VERSION');
  });

  it("samples of the reference exist in all six languages, also for uploads", () => {
    for (const { id } of operations)
      expect({ id, languages: allSamples.filter(({ operation }) => operation.id === id).length }).toEqual({
        id,
        languages: 6,
      });
  });

  it("samples of the reference construct our client with the tenant's key and the token", () => {
    const options = {
      public: [],
      tenant_key: ["tenantKey: process.env.TENANT_KEY"],
      bearer: ["token: () => process.env.TOKEN"],
    };
    for (const { operation, code } of allSamples.filter(({ label }) => label === "TypeScript client")) {
      const made = code.split("\n").find((line) => line.includes("createClient({")) ?? "";
      const given = [...made.matchAll(/(?:tenantKey|token): (?:\(\) => )?process\.env\.\w+/g)].map(
        ([option]) => option,
      );
      expect({ id: operation.id, given }).toEqual({ id: operation.id, given: options[operation.auth] });
    }
  });

  it("the Postman collection sends the tenant's key and the token in their headers", () => {
    const byName = new Map(
      buildPostmanCollection().item.flatMap(({ item }) => item.map((each) => [each.name, each.request])),
    );
    for (const { id, auth } of operations) {
      const request = byName.get(id);
      const key = auth === "tenant_key" ? [{ key: "X-Tenant-Key", value: "{{tenantKey}}" }] : [];
      // A request without its own authentication uses the token of the collection.
      const own = auth === "bearer" ? undefined : { type: "noauth" };
      expect({ id, header: request?.header, auth: request?.auth }).toEqual({ id, header: key, auth: own });
    }
  });
});

describe("requests of the reference", () => {
  it("samples of the reference send a list in a query separated by commas", () => {
    const operation = operations.find(({ id }) => id === "getNearestActiveVehicles");
    expect(operation && samplesOfOperation(operation, exampleRequestOfOperation(operation))[0]?.code).toContain(
      "target_location=15.4395%2C47.0707",
    );
  });
});

/** Environment variables in the syntax of the six languages; a text of a body contains none. */
const variablesInCode = (code: string) =>
  [
    ...new Set(
      [...code.matchAll(/\$([A-Z_]+)|process\.env\.([A-Z_]+)|(?:environ\[|getenv\()['"]([A-Z_]+)['"]/g)].map(
        ([, shell, script, other]) => shell ?? script ?? other,
      ),
    ),
  ].sort((a = "", b = "") => a.localeCompare(b));

const headersInSample = (code: string) => [...code.matchAll(/Authorization|X-Tenant-Key/g)].map(([header]) => header);
