import { describe, expect, it } from "vitest";
import { SolverRateLimiter } from "./solver-gate";

const leaveGate = (admission: ReturnType<SolverRateLimiter["enter"]>) => {
  if (admission.isAdmitted) admission.leave();
  return admission.isAdmitted;
};

const tenantNamed = (tenant_id: string, rate_limit_factor = 1) => ({ tenant_id, rate_limit_factor });

describe("a tenant's plans", () => {
  it("a second plan of a tenant is refused while the first is being made", () => {
    const gate = new SolverRateLimiter(1);
    const first = gate.enter(tenantNamed("a"), 0);
    expect(gate.enter(tenantNamed("a"), 10)).toEqual({ isAdmitted: false, retryAfterSeconds: 1 });
    expect(leaveGate(gate.enter(tenantNamed("b"), 10))).toBe(true);
    expect(leaveGate(first)).toBe(true);
    expect(leaveGate(gate.enter(tenantNamed("a"), 20))).toBe(true);
  });

  it("a tenant may make ten plans a minute, and is admitted after the wait that a refusal names", () => {
    const gate = new SolverRateLimiter(1);
    for (let plan = 0; plan < 10; plan++) expect(leaveGate(gate.enter(tenantNamed("a"), plan * 1000))).toBe(true);
    expect(gate.enter(tenantNamed("a"), 15_000)).toEqual({ isAdmitted: false, retryAfterSeconds: 45 });
    expect(leaveGate(gate.enter(tenantNamed("a"), 59_999))).toBe(false);
    expect(leaveGate(gate.enter(tenantNamed("a"), 60_000))).toBe(true);
    expect(leaveGate(gate.enter(tenantNamed("a"), 60_500))).toBe(false);
  });

  it.each([
    { installation: 3, tenant: 1, plans: 30 },
    { installation: 1.25, tenant: 1, plans: 12 },
    { installation: 0.25, tenant: 1, plans: 2 },
    { installation: 0.01, tenant: 1, plans: 1 },
    { installation: 0.5, tenant: 4, plans: 20 },
  ])(
    "with a factor of $installation of the installation and $tenant of the tenant, $plans plans a minute are made, and a refusal names the wait",
    ({ installation, tenant, plans }) => {
      const gate = new SolverRateLimiter(installation);
      const caller = tenantNamed("a", tenant);
      for (let plan = 0; plan < plans; plan++) expect(leaveGate(gate.enter(caller, plan))).toBe(true);
      expect(gate.enter(caller, 1_000)).toEqual({ isAdmitted: false, retryAfterSeconds: 59 });
      expect(leaveGate(gate.enter(caller, 60_000))).toBe(true);
    },
  );
});
