import { describe, expect, it } from "vitest";
import { fingerprintRequestInput } from "./idempotency";

describe("fingerprint of a call", () => {
  const call = {
    params: { id: "1" },
    query: { branch_id: "a", force: true },
    body: { b: [1, { x: 1, y: 2 }], a: null },
  };
  const print = (overrides: Partial<typeof call>, pepper = "known to the server alone") =>
    fingerprintRequestInput({ ...call, ...overrides }, pepper).toString("hex");

  it("the fingerprint of a call is the same whatever the order of its fields", () => {
    expect(print({ body: { a: null, b: [1, { y: 2, x: 1 }] }, query: { force: true, branch_id: "a" } })).toBe(
      print({}),
    );
  });

  it("the fingerprint of a call differs when its path, query or body differs", () => {
    const others = [
      print({ params: { id: "2" } }),
      print({ query: { branch_id: "b", force: true } }),
      print({ body: { b: [1, { x: 1, y: 3 }], a: null } }),
    ];
    expect(new Set([print({}), ...others]).size).toBe(4);
  });

  it("the fingerprint of a call does not reveal a password to a reader of the database", () => {
    expect(print({}, "of another installation")).not.toBe(print({}));
  });
});
