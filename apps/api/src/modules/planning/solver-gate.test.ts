import { describe, expect, it } from "vitest";
import { SolverRateLimiter } from "./solver-gate";

const leaveGate = (admission: ReturnType<SolverRateLimiter["enter"]>) => {
  if (admission.isAdmitted) admission.leave();
  return admission.isAdmitted;
};

describe("a tenant's plans", () => {
  it("a second plan of a tenant is refused while the first is being made", () => {
    const gate = new SolverRateLimiter(1);
    const first = gate.enter("a", 0);
    expect(gate.enter("a", 10)).toEqual({ isAdmitted: false, retryAfterSeconds: 1 });
    expect(leaveGate(gate.enter("b", 10))).toBe(true);
    expect(leaveGate(first)).toBe(true);
    expect(leaveGate(gate.enter("a", 20))).toBe(true);
  });

  it("a tenant may make ten plans a minute, and is admitted after the wait that a refusal names", () => {
    const gate = new SolverRateLimiter(1);
    for (let plan = 0; plan < 10; plan++) expect(leaveGate(gate.enter("a", plan * 1000))).toBe(true);
    expect(gate.enter("a", 15_000)).toEqual({ isAdmitted: false, retryAfterSeconds: 45 });
    expect(leaveGate(gate.enter("a", 59_999))).toBe(false);
    expect(leaveGate(gate.enter("a", 60_000))).toBe(true);
    expect(leaveGate(gate.enter("a", 60_500))).toBe(false);
  });

  it("the rate limit of plans is multiplied by the factor of the installation", () => {
    const gate = new SolverRateLimiter(3);
    const admitted = Array.from({ length: 40 }, (_, plan) => leaveGate(gate.enter("a", plan)));
    expect(admitted.filter(Boolean)).toHaveLength(30);
  });
});
