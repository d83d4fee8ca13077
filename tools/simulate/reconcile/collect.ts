import type { Case } from "@leitstand/contract/cases/case";
import type {
  CaseFacts,
  CriticalMessageFacts,
  Facts,
  HookFacts,
  LastPosition,
  PartnerFacts,
  TourFacts,
} from "../day/facts";
import type { Listener } from "../day/listener";
import type { Crew } from "../crew/crews";
import type { Scene } from "../day/scene";

export interface PlayedDay {
  readonly scene: Scene;
  readonly listeners: readonly Listener[];
  /** Webhook of the company; undefined where the product does not call this machine. */
  readonly hook: HookFacts | undefined;
  /** Partner of a roadside company, where the product calls this machine. */
  readonly partner: PartnerFacts | undefined;
  readonly phones: readonly {
    readonly crew: Crew;
    readonly positions: { readonly newestSent: number | undefined };
  }[];
  /** Time after which everything that was created belongs to the day. */
  readonly since: string;
}

/** Facts that the API tells at the end of the day, read by the administrators. */
export async function collectFacts(played: readonly PlayedDay[]): Promise<Facts> {
  const cases = (await Promise.all(played.map(casesOf))).flat();
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
    messages: new Map((await Promise.all(played.map(messagesOf))).flat().map((message) => [message.id, message])),
    cases,
    tours: (await Promise.all(played.map((one) => toursOf(one, cases)))).flat(),
    areas: (await Promise.all(played.map(areasOf))).flat(),
    ledger,
    replays,
    taps,
    positions: (await Promise.all(played.map(positionsOf))).flat(),
  };
}

const PAGE = 200;
const AT_ONCE = 8;

async function casesOf({ scene, since }: PlayedDay): Promise<CaseFacts[]> {
  const { client, viewer } = scene.company.admin;
  const found: Case[] = [];
  for (let page = 0; ; page++) {
    const { cases } = await client.getCases({ created_from: since, page, size: PAGE, sort: ["created_at,asc"] });
    found.push(...cases);
    if (cases.length < PAGE) break;
  }
  return inParallel(found, async (state) => ({
    tenant: viewer.tenant,
    state,
    history: await client.getCaseStateHistory({ id: state.id }),
    comments: (await client.getCaseComments({ id: state.id, size: 1000 })).comments,
  }));
}

async function toursOf({ scene, phones }: PlayedDay, cases: readonly CaseFacts[]): Promise<TourFacts[]> {
  const { client, viewer } = scene.company.admin;
  const own = cases.filter(({ tenant }) => tenant === viewer.tenant);
  const ids = new Set([
    ...phones.map(({ crew }) => crew.tour_id),
    ...own.flatMap(({ history }) => history.flatMap(({ tour_id }) => tour_id ?? [])),
  ]);
  return inParallel([...ids], async (id) => {
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

async function areasOf({ scene }: PlayedDay) {
  const { client, viewer } = scene.company.admin;
  return (await client.getAreas()).map(({ id, branch_id }) => ({
    tenant: viewer.tenant,
    id,
    branch_id: branch_id ?? null,
  }));
}

async function messagesOf({ scene }: PlayedDay): Promise<CriticalMessageFacts[]> {
  const { client, viewer } = scene.company.admin;
  return (await client.getCriticalMessages()).map((message) => ({ ...message, tenant: viewer.tenant }));
}

async function positionsOf({ scene, phones }: PlayedDay): Promise<LastPosition[]> {
  const known = new Map((await scene.company.admin.client.getLocations()).map((one) => [one.vehicle_id, one.time]));
  return phones.flatMap(({ crew, positions: { newestSent } }) => {
    const time = known.get(crew.vehicle_id);
    if (newestSent === undefined) return [];
    return [
      { vehicle_id: crew.vehicle_id, sent: newestSent, known: time === undefined ? undefined : Date.parse(time) },
    ];
  });
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))));
  return results;
}
