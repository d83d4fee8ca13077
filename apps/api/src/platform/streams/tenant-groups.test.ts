import fc from "fast-check";
import { streamEventTypes } from "@leitstand/contract/board/events";
import { describe, expect, it } from "vitest";
import { canSeeEvent, type StreamViewer } from "./event-audience";
import type { StreamFrame } from "./event-frame";
import type { Scope } from "../access/principal";
import { TenantStreamGroups } from "./tenant-groups";

const eventTypeNames = Object.keys(streamEventTypes);
const anyBranchIds = fc.subarray(["b1", "b2"]);
const anyScope: fc.Arbitrary<Scope> = fc.record({
  all: fc.boolean(),
  branch_ids: anyBranchIds,
  driver: fc.option(
    fc.record({
      user_id: fc.option(fc.constantFrom("u1", "u2")),
      device_id: fc.option(fc.constantFrom("d1", "d2")),
      all: fc.boolean(),
      branch_ids: anyBranchIds,
    }),
  ),
});
/** Scope of a driver, who has no grants of an office; half of the viewers are drivers. */
const asDriverScope = (scope: Scope): Scope => ({ ...scope, all: false, branch_ids: [] });
const anyViewer: fc.Arbitrary<StreamViewer> = fc
  .tuple(fc.boolean(), fc.dictionary(fc.constantFrom(...eventTypeNames), anyScope))
  .map(([drives, held]) => {
    const entries = Object.entries(held).map(([type, scope]) => [type, drives ? asDriverScope(scope) : scope] as const);
    return { tenant_id: "t1", scopes: Object.fromEntries(entries), key: JSON.stringify(entries) };
  });
const anyFrame: fc.Arbitrary<StreamFrame> = fc.record({
  tenant_id: fc.constant("t1"),
  type: fc.constantFrom(...eventTypeNames),
  audience: fc.record(
    {
      everyone: fc.boolean(),
      branch_ids: fc.subarray(["b1", "b2"]),
      user_ids: fc.subarray(["u1", "u2"]),
      device_ids: fc.subarray(["d1", "d2"]),
    },
    { requiredKeys: [] },
  ),
  bytes: fc.constant(Buffer.alloc(0)),
});

describe("viewers of an event", () => {
  it("an event is delivered once to each stream that may see it, and to no other stream", () => {
    fc.assert(
      fc.property(fc.array(anyViewer), fc.array(anyFrame), (listening, events) => {
        const groups = new TenantStreamGroups();
        const all = new Set(listening.map((viewer) => groups.of(viewer)));
        for (const event of events) {
          const told = groups.thatSee(event);
          expect(told).toHaveLength(new Set(told).size);
          expect(new Set(told)).toEqual(new Set([...all].filter(({ viewer }) => canSeeEvent(viewer, event))));
        }
      }),
      { seed: 1 },
    );
  });

  it("a closed stream gets no event", () => {
    fc.assert(
      fc.property(fc.array(anyViewer), anyFrame, (listening, event) => {
        const groups = new TenantStreamGroups();
        for (const viewer of listening) groups.of(viewer);
        for (const { key } of listening) {
          const group = groups.find(key);
          if (group) groups.remove(group);
        }
        expect(groups.isEmpty).toBe(true);
        expect(groups.thatSee(event)).toEqual([]);
      }),
      { seed: 1 },
    );
  });
});
