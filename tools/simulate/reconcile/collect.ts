import type { Case } from "@leitstand/contract/cases/case";
import type {
  CaseFacts,
  CriticalMessageFacts,
  SimulatedDayFacts,
  WebhookReceiverFacts,
  LastVehiclePosition,
  PartnerSystemFacts,
  TourFacts,
} from "../day/facts";
import type { StreamListener } from "../day/listener";
import type { SimulatedCrew } from "../crew/crews";
import type { SharedDayState } from "../day/scene";

export interface PlayedDay {
  readonly scene: SharedDayState;
  readonly listeners: readonly StreamListener[];
  /** Webhook of the company; undefined where the product does not call this machine. */
  readonly hook: WebhookReceiverFacts | undefined;
  /** Partner of a roadside company, where the product calls this machine. */
  readonly partner: PartnerSystemFacts | undefined;
  readonly phones: readonly {
    readonly crew: SimulatedCrew;
    readonly positions: { readonly newestSent: number | undefined };
  }[];
  /** Time after which everything that was created belongs to the day. */
  readonly since: string;
}

/** Facts that the API tells at the end of the day, read by the administrators. */
export async function collectDayFacts(played: readonly PlayedDay[]): Promise<SimulatedDayFacts> {
  const cases = (await Promise.all(played.map(readCases))).flat();
  const [first] = played;
  if (!first) throw new Error("No player has done anything.");
  const { ledger, replays, taps, absences, placements, sheets } = first.scene.book;
  return {
    subscribers: played.flatMap(({ listeners }) => listeners),
    hooks: played.flatMap(({ hook }) => hook ?? []),
    partners: played.flatMap(({ partner }) => partner ?? []),
    absences,
    placements,
    sheets,
    messages: new Map((await Promise.all(played.map(readMessages))).flat().map((message) => [message.id, message])),
    cases,
    tours: (await Promise.all(played.map((one) => readTours(one, cases)))).flat(),
    areas: (await Promise.all(played.map(readAreas))).flat(),
    ledger,
    replays,
    taps,
    positions: (await Promise.all(played.map(readPositions))).flat(),
  };
}

const PAGE_SIZE = 200;
const PARALLEL_REQUESTS = 8;

async function readCases({ scene, since }: PlayedDay): Promise<CaseFacts[]> {
  const { client, viewer } = scene.company.admin;
  const found: Case[] = [];
  for (let page = 0; ; page++) {
    const { cases } = await client.getCases({ created_from: since, page, size: PAGE_SIZE, sort: ["created_at,asc"] });
    found.push(...cases);
    if (cases.length < PAGE_SIZE) break;
  }
  return mapInParallel(found, async (state) => ({
    tenant: viewer.tenant,
    state,
    history: await client.getCaseStateHistory({ id: state.id }),
    comments: (await client.getCaseComments({ id: state.id, size: 1000 })).comments,
  }));
}

async function readTours({ scene, phones }: PlayedDay, cases: readonly CaseFacts[]): Promise<TourFacts[]> {
  const { client, viewer } = scene.company.admin;
  const own = cases.filter(({ tenant }) => tenant === viewer.tenant);
  const ids = new Set([
    ...phones.map(({ crew }) => crew.tour_id),
    ...own.flatMap(({ history }) => history.flatMap(({ tour_id }) => tour_id ?? [])),
  ]);
  return mapInParallel([...ids], async (id) => {
    const tour = await client.getTour({ id });
    return {
      tenant: viewer.tenant,
      id,
      branch_id: tour.branch?.id ?? null,
      lock_version: tour.lock_version,
      user_ids: tour.users.map((user) => user.id),
      device_ids: tour.vehicle_device_associations.flatMap(({ device }) => device?.id ?? []),
    };
  });
}

async function readAreas({ scene }: PlayedDay) {
  const { client, viewer } = scene.company.admin;
  return (await client.getAreas()).map(({ id, branch_id }) => ({
    tenant: viewer.tenant,
    id,
    branch_id: branch_id ?? null,
  }));
}

async function readMessages({ scene }: PlayedDay): Promise<CriticalMessageFacts[]> {
  const { client, viewer } = scene.company.admin;
  return (await client.getCriticalMessages()).map((message) => ({ ...message, tenant: viewer.tenant }));
}

async function readPositions({ scene, phones }: PlayedDay): Promise<LastVehiclePosition[]> {
  const known = new Map((await scene.company.admin.client.getLocations()).map((one) => [one.vehicle_id, one.time]));
  return phones.flatMap(({ crew, positions: { newestSent } }) => {
    const time = known.get(crew.vehicle_id);
    if (newestSent === undefined) return [];
    return [
      { vehicle_id: crew.vehicle_id, sent: newestSent, known: time === undefined ? undefined : Date.parse(time) },
    ];
  });
}

async function mapInParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += PARALLEL_REQUESTS)
    results.push(...(await Promise.all(items.slice(from, from + PARALLEL_REQUESTS).map(work))));
  return results;
}
