import fc from "fast-check";
import { eventTypes } from "@leitstand/contract/board/events";
import { describe, expect, it } from "vitest";
import { canSee, type Viewer } from "./event-audience";
import type { Frame } from "./event-frame";
import type { Scope } from "../access/principal";
import { TenantGroups } from "./tenant-groups";

const types = Object.keys(eventTypes);
const branchIds = fc.subarray(["b1", "b2"]);
const scopes: fc.Arbitrary<Scope> = fc.record({
  all: fc.boolean(),
  branch_ids: branchIds,
  driver: fc.option(
    fc.record({
      user_id: fc.option(fc.constantFrom("u1", "u2")),
      device_id: fc.option(fc.constantFrom("d1", "d2")),
      all: fc.boolean(),
      branch_ids: branchIds,
    }),
  ),
});
/** Scope of a driver, who holds nothing as an office; half of the viewers are drivers. */
const asDriver = (scope: Scope): Scope => ({ ...scope, all: false, branch_ids: [] });
const viewers: fc.Arbitrary<Viewer> = fc
  .tuple(fc.boolean(), fc.dictionary(fc.constantFrom(...types), scopes))
  .map(([drives, held]) => {
    const entries = Object.entries(held).map(([type, scope]) => [type, drives ? asDriver(scope) : scope] as const);
    return { tenant_id: "t1", scopes: Object.fromEntries(entries), key: JSON.stringify(entries) };
  });
const frames: fc.Arbitrary<Frame> = fc.record({
  tenant_id: fc.constant("t1"),
  type: fc.constantFrom(...types),
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
  it("delivers an event to all its viewers, once each, and to no other stream", () => {
    fc.assert(
      fc.property(fc.array(viewers), fc.array(frames), (listening, events) => {
        const groups = new TenantGroups();
        const all = new Set(listening.map((viewer) => groups.of(viewer)));
        for (const event of events) {
          const told = groups.thatSee(event);
          expect(told).toHaveLength(new Set(told).size);
          expect(new Set(told)).toEqual(new Set([...all].filter(({ viewer }) => canSee(viewer, event))));
        }
      }),
      { seed: 1 },
    );
  });

  it("delivers nothing to a stream that has closed", () => {
    fc.assert(
      fc.property(fc.array(viewers), frames, (listening, event) => {
        const groups = new TenantGroups();
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
