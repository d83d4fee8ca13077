import { describe, expect, it } from "vitest";
import type { TryItOperation } from "./description";
import { buildTryItRequest, TryItFieldError, tryItRequestAsCurl, type TryItValues } from "./try-request";

const exampleDescription: TryItOperation = {
  id: "changeThing",
  method: "PUT",
  path: "/things/{id}",
  by: "dispatcher",
  auth: "bearer",
  answers: "json",
  sends: "json",
  fields: [
    { place: "path", name: "id", kind: "text", isRequired: true },
    { place: "body", name: "lock_version", kind: "number", isRequired: true },
    { place: "body", name: "data", kind: "json", isRequired: false },
    { place: "body", name: "note", kind: "text", isRequired: false },
    { place: "query", name: "skills", kind: "json", isRequired: false },
  ],
};
const buildExampleRequest = (values: TryItValues, overrides: Partial<TryItOperation> = {}) =>
  buildTryItRequest(
    { ...exampleDescription, ...overrides },
    { apiUrl: "http://localhost/api/v1", caller: { tenantKey: "key", token: "secret" }, values },
  );
const completeValues = { "path id": "a/b", "body lock_version": "3" };

describe("a request that is tried", () => {
  it('a request of "Try it" contains the filled-in values, each in the format of its field, and nothing else', () => {
    const { url, headers, body } = buildExampleRequest({
      ...completeValues,
      "body data": '{"a":[1]}',
      "query skills": '["x","y"]',
    });
    expect(url).toBe("http://localhost/api/v1/things/a%2Fb?skills=x%2Cy");
    expect(headers).toMatchObject({ Authorization: "Bearer secret", "Content-Type": "application/json" });
    expect(headers).not.toHaveProperty("X-Tenant-Key");
    expect(JSON.parse(body as string)).toEqual({ lock_version: 3, data: { a: [1] } });
  });

  it('a request of "Try it" for signing in contains the key of the tenant, and no token', () => {
    const { headers } = buildExampleRequest(completeValues, { auth: "tenant_key" });
    expect(headers).toMatchObject({ "X-Tenant-Key": "key" });
    expect(headers).not.toHaveProperty("Authorization");
  });

  it.each([
    [{ "path id": "a" }, "lock_version", "is required"],
    [{ ...completeValues, "body lock_version": "three" }, "lock_version", "is no number"],
    [{ ...completeValues, "body data": "{" }, "data", "is no JSON"],
  ])('a request of "Try it" is not sent with %j: %s %s', (values, name, message) => {
    expect(fieldFaultOf(values as TryItValues)).toEqual({ name, message });
  });

  it('a request of "Try it" can be copied as a shell command without the token', () => {
    const command = tryItRequestAsCurl(buildExampleRequest({ ...completeValues, "body note": "it's" }));
    expect(command).toContain('-H "Authorization: Bearer $TOKEN"');
    expect(command).toContain("it'\\''s");
    expect(command).not.toContain("secret");
  });
});

function fieldFaultOf(values: TryItValues): { readonly name: string; readonly message: string } | undefined {
  try {
    buildExampleRequest(values);
  } catch (error) {
    if (error instanceof TryItFieldError) return { name: error.field.name, message: error.message };
    throw error;
  }
  return undefined;
}
