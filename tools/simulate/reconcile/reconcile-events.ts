import type { StreamMessage } from "@leitstand/client/event-stream";
import { expectedEventAudienceOf, shouldReceive } from "./audience";
import { type ExpectedEvent, deriveExpectedEvents, eventKeyOf, UNKNOWN_TYPE_KEY } from "./expected-events";
import type { SimulatedDayFacts, SimulationFault, StreamSubscriber, TourFacts, EventViewer } from "../day/facts";

/** Checks that every subscriber got every event it should and none it should not, exactly once and in order. */
export function reconcileEvents(facts: SimulatedDayFacts): SimulationFault[] {
  const expected = deriveExpectedEvents(facts);
  const owners = ownersOfObjects(facts);
  const order = logOrderByTenant(facts.subscribers);
  const tours = new Map(facts.tours.map((tour) => [tour.id, tour]));
  return facts.subscribers.flatMap((subscriber) => [
    ...judgeCounts(subscriber, expected, owners),
    ...judgeOrder(subscriber, order),
    ...judgePositions(subscriber, tours),
    ...judgePlans(subscriber, tours),
  ]);
}

type OwnersById = ReadonlyMap<string, string>;
/** Owners of objects. */
function ownersOfObjects({ cases, tours, areas, ledger }: SimulatedDayFacts): OwnersById {
  const written = ledger.flatMap((entry) => {
    if (entry.kind === "calendar") return { tenant: entry.tenant, id: entry.event_id };
    return entry.kind === "planned tour" ? { tenant: entry.tenant, id: entry.tour_id } : [];
  });
  const all = [...cases.map(({ tenant, state }) => ({ tenant, id: state.id })), ...tours, ...areas, ...written];
  return new Map(all.map(({ tenant, id }) => [id, tenant]));
}

const subjectOfMessage = (message: StreamMessage): string | undefined => {
  if (message.type === "reset") return undefined;
  const data = message.data as { case_id?: string; tour_id?: string | null; area_id?: string; event_id?: string };
  return data.case_id ?? data.area_id ?? data.event_id ?? data.tour_id ?? undefined;
};

function judgeCounts(
  subscriber: StreamSubscriber,
  expected: ReadonlyMap<string, ExpectedEvent>,
  owners: OwnersById,
): SimulationFault[] {
  const { viewer } = subscriber;
  const { counts, faults } = countSeenEvents(subscriber, owners);
  const uncaused = [...counts].filter(([key]) => !expected.has(key));
  return [
    ...faults,
    ...[...expected].flatMap(([key, one]) => judgeCount(viewer, key, { count: counts.get(key) ?? 0, ...one })),
    ...uncaused.map(
      ([key, count]): SimulationFault => ({
        kind: "event without a cause",
        what: `${viewer.name}: ${key} (${count} seen)`,
      }),
    ),
  ];
}

/** Counts how often each event was seen; one of another owner, or with a repeated id, is a fault already. */
function countSeenEvents({ viewer, seen, shown }: StreamSubscriber, owners: OwnersById) {
  const faults: SimulationFault[] = [];
  const counts = new Map<string, number>();
  const ids = new Set<string>();
  for (const { message } of seen) {
    const what = `${viewer.name} saw ${describeMessage(message)}`;
    const owner = owners.get(subjectOfMessage(message) ?? "");
    if (owner !== undefined && owner !== viewer.tenant) faults.push({ kind: "event of another tenant", what });
    const repeated = message.id !== undefined && message.type !== "location update" && ids.has(message.id);
    if (repeated) faults.push({ kind: "event twice", what });
    if (message.id !== undefined) ids.add(message.id);
    const key = eventKeyOf(message);
    if (key === UNKNOWN_TYPE_KEY) {
      faults.push({ kind: "unknown message", what });
      continue;
    }
    // A repeated id is counted once, so that one fault is reported once.
    if (key !== undefined && owner === viewer.tenant && !repeated && !isInSnapshot(message, shown))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { counts, faults };
}

/**
 * Whether the snapshot shows an event already: a stream that begins while an older transaction is open tells some of
 * those.
 */
const isInSnapshot = (message: StreamMessage, shown: StreamSubscriber["shown"]) =>
  message.type === "tour update" &&
  message.data.change !== "updated" &&
  message.data.lock_version <= (shown.get(message.data.tour_id) ?? -1);

function judgeCount(
  viewer: EventViewer,
  key: string,
  { count, least, most, must, may, type }: ExpectedEvent & { readonly count: number },
): SimulationFault[] {
  const what = `${viewer.name}: ${key} (${count} seen, ${least}${most > least ? ` to ${most}` : ""} expected)`;
  const [mustSee, maySee] = [shouldReceive(viewer, type, must), shouldReceive(viewer, type, may)];
  if (count > 0 && !maySee && !mustSee) return [{ kind: "event out of scope", what }];
  if (count < least && mustSee && maySee) return [{ kind: "event missing", what }];
  return count > most ? [{ kind: "event twice", what }] : [];
}

const describeMessage = (message: StreamMessage) =>
  `${message.type} ${subjectOfMessage(message) ?? ""} (id ${message.id ?? "none"})`;

/** Order of the log as the subscriber of each tenant with the most events has seen it. */
function logOrderByTenant(subscribers: readonly StreamSubscriber[]): Map<string, ReadonlyMap<string, number>> {
  const orders = new Map<string, ReadonlyMap<string, number>>();
  for (const { viewer, seen } of subscribers) {
    const logged = seen
      .map(({ message }) => message)
      .filter(({ type }) => type !== "location update" && type !== "reset");
    const ids = [...new Set(logged.flatMap(({ id }) => id ?? []))];
    if (ids.length <= (orders.get(viewer.tenant)?.size ?? -1)) continue;
    orders.set(viewer.tenant, new Map(ids.map((id, index) => [id, index])));
  }
  return orders;
}

/** Checks that all see the log in one order, and that versions of a case only grow. */
function judgeOrder(
  { viewer, seen }: StreamSubscriber,
  orders: ReturnType<typeof logOrderByTenant>,
): SimulationFault[] {
  const order = orders.get(viewer.tenant);
  const faults: SimulationFault[] = [];
  const versions = new Map<string, number>();
  let place = -1;
  for (const { message } of seen) {
    if (message.type === "location update" || message.type === "reset") continue;
    const at = order?.get(message.id ?? "") ?? place;
    const what = `${viewer.name} saw ${describeMessage(message)}`;
    if (at < place) faults.push({ kind: "events out of order", what });
    place = Math.max(place, at);
    if (message.type !== "case action" && message.type !== "case update") continue;
    const { case_id, lock_version } = message.data;
    const before = versions.get(case_id) ?? -1;
    if (lock_version < before)
      faults.push({ kind: "events out of order", what: `${what} at version ${lock_version} after ${before}` });
    versions.set(case_id, Math.max(before, lock_version));
  }
  return faults;
}

/**
 * Checks positions: crews see their own vehicle; offices see those of their branches. A vehicle may belong to a further
 * branch.
 */
function judgePositions({ viewer, seen }: StreamSubscriber, tours: ReadonlyMap<string, TourFacts>): SimulationFault[] {
  if (viewer.all || viewer.branch_ids.length > 0) return [];
  const wrong = seen.filter(({ message }) => {
    if (message.type !== "location update") return false;
    const tour = tours.get(message.data.tour_id ?? "");
    return (
      tour !== undefined && !shouldReceive(viewer, "location update", expectedEventAudienceOf(tour.tenant, [], [tour]))
    );
  });
  return wrong.map(({ message }) => ({
    kind: "event out of scope",
    what: `${viewer.name} saw ${describeMessage(message)}`,
  }));
}

/**
 * Checks that plans reach only the viewers whom their tours concern, and that each plan is newer than the one before.
 */
function judgePlans({ viewer, seen }: StreamSubscriber, tours: ReadonlyMap<string, TourFacts>): SimulationFault[] {
  const computed = new Map<string, number>();
  return seen.flatMap(({ message }): SimulationFault[] => {
    if (message.type !== "tour plan") return [];
    const what = `${viewer.name} saw ${describeMessage(message)}`;
    const { tour_id, computed_at } = message.data;
    const tour = tours.get(tour_id);
    const before = computed.get(tour_id) ?? 0;
    computed.set(tour_id, Math.max(before, Date.parse(computed_at)));
    if (tour !== undefined && !shouldReceive(viewer, "tour plan", expectedEventAudienceOf(tour.tenant, [], [tour])))
      return [{ kind: "event out of scope", what }];
    return Date.parse(computed_at) < before ? [{ kind: "events out of order", what }] : [];
  });
}
