import type { SimulatedDayFacts, SimulationFault, PartnerSystemFacts, PartnerMessage } from "../day/facts";

/**
 * Checks that the partner was told everything about cases and tours: each in order, none lost, repetitions by the same
 * id alone.
 */
export const reconcilePartners = (
  facts: Pick<SimulatedDayFacts, "partners" | "subscribers" | "ledger">,
): SimulationFault[] => facts.partners.flatMap((partner) => [...judgeOrder(partner), ...judgeContents(partner, facts)]);

/** Number of events that the partner has not received yet. */
export const countUnsentPartnerEvents = (
  partner: PartnerSystemFacts,
  facts: Pick<SimulatedDayFacts, "subscribers" | "ledger">,
): number => judgeContents(partner, facts).filter(({ kind }) => kind === "partner was not told").length;

/** Positions of vehicles are sent as the newest alone. */
const isCountedMessage = ({ type }: PartnerMessage) => type !== "location_updated";

function judgeOrder({ tenant, told }: PartnerSystemFacts): SimulationFault[] {
  const last = new Map<string, PartnerMessage>();
  return told.filter(isCountedMessage).flatMap((event): SimulationFault[] => {
    const about = event.case_id ?? event.tour_id ?? "";
    const before = last.get(about);
    last.set(about, event);
    const isNext = before === undefined || before.sequence < event.sequence || before.id === event.id;
    return isNext
      ? []
      : [
          {
            kind: "partner was told out of order",
            what: `${tenant}: ${messageNameOf(event)} after ${messageNameOf(before)}`,
          },
        ];
  });
}

function judgeContents(
  { tenant, told }: PartnerSystemFacts,
  facts: Pick<SimulatedDayFacts, "subscribers" | "ledger">,
): SimulationFault[] {
  const { must, may } = expectedMessagesOf(tenant, facts);
  const byId = new Map(told.filter(isCountedMessage).map((event) => [event.id, messageNameOf(event)]));
  const counts = new Map<string, number>();
  for (const name of byId.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const fault = (kind: SimulationFault["kind"]) => (name: string) => ({ kind, what: `${tenant}: ${name}` });
  const missing = [...must].filter((name) => !counts.has(name));
  const twice = [...counts].filter(([name, count]) => count > 1 && !name.startsWith("callback")).map(([name]) => name);
  const uncaused = [...counts.keys()].filter((name) => !must.has(name) && !may.has(name));
  return [
    ...missing.map(fault("partner was not told")),
    ...twice.map(fault("partner was told twice")),
    ...uncaused.map(fault("partner was told for nothing")),
  ];
}

function messageNameOf({ type, case_id, tour_id, data }: PartnerMessage): string {
  const { lock_version } = data;
  switch (type) {
    case "case_created":
      return `created ${case_id}`;
    case "case_updated":
      return `updated ${case_id} ${String(lock_version)}`;
    case "case_status_updated":
    case "case_finished":
      return `action ${case_id} ${String(lock_version)}`;
    case "driver_duty_status_update":
      return `duty ${tour_id} ${String(lock_version)}`;
    case "case_callback":
      return `callback ${case_id}`;
    default:
      return `${type} of ${case_id ?? tour_id}`;
  }
}

/**
 * Events that the partner must have received, by the stream of the whole company and by the ledger, and others that it
 * may have received.
 */
function expectedMessagesOf(
  tenant: string,
  { subscribers, ledger }: Pick<SimulatedDayFacts, "subscribers" | "ledger">,
) {
  const must = new Set<string>();
  const may = new Set<string>();
  const widest = subscribers.filter(({ viewer }) => viewer.tenant === tenant && viewer.all);
  for (const { message } of widest.flatMap(({ seen }) => seen)) {
    if (message.type === "case action") must.add(`action ${message.data.case_id} ${message.data.lock_version}`);
    if (message.type === "tour update") may.add(`duty ${message.data.tour_id} ${message.data.lock_version}`);
    if (message.type !== "case update") continue;
    const { case_id, change, lock_version } = message.data;
    if (change === "created") must.add(`created ${case_id}`);
    else may.add(`updated ${case_id} ${lock_version}`);
  }
  for (const entry of ledger) {
    if (entry.tenant !== tenant || entry.outcome === "refused") continue;
    const names = entry.outcome === "acknowledged" ? must : may;
    if (entry.kind === "callback") names.add(`callback ${entry.case_id}`);
    if (entry.kind === "edit" || entry.kind === "upsert") names.add(`updated ${entry.case_id} ${entry.lock_version}`);
    if (entry.kind === "tour" && entry.change !== "started") names.add(`duty ${entry.tour_id} ${entry.lock_version}`);
  }
  return { must, may };
}
