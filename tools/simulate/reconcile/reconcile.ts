import type { SimulationFault, SimulatedDayFacts } from "../day/facts";
import { reconcileCases } from "./reconcile-cases";
import { reconcileEvents } from "./reconcile-events";
import { reconcileWebhooks } from "./reconcile-webhooks";
import { reconcileMessages } from "./reconcile-messages";
import { reconcilePartners } from "./reconcile-partners";
import { reconcilePlacements } from "./reconcile-placements";
import { reconcileSheets } from "./reconcile-sheets";
import { reconcileTaps } from "./reconcile-taps";

/** Lists everything that is not as it must be at the end of a day. */
export const reconcileDay = (facts: SimulatedDayFacts): SimulationFault[] => [
  ...reconcileCases(facts),
  ...reconcileEvents(facts),
  ...reconcileWebhooks(facts),
  ...reconcileMessages(facts),
  ...reconcilePartners(facts),
  ...reconcilePlacements(facts),
  ...reconcileSheets(facts),
  ...reconcileTaps(facts),
  ...facts.positions
    .filter(({ sent, known }) => sent !== known)
    .map(({ vehicle_id, sent, known }) => ({
      kind: "last position is not the newest" as const,
      what: `vehicle ${vehicle_id}: sent ${new Date(sent).toISOString()}, known ${known === undefined ? "none" : new Date(known).toISOString()}`,
    })),
];
