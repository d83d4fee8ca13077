import type { Case } from "@leitstand/contract/cases/case";
import type { CaseFacts, Facts, LastPosition, TourFacts } from "../day/facts";
import type { Listener } from "../day/listener";
import type { PhonePositions } from "../crew/phone-positions";
import type { Crew } from "../crew/crews";
import type { Scene } from "../day/scene";

export interface Played {
  readonly scene: Scene;
  readonly listeners: readonly Listener[];
  readonly phones: readonly { readonly crew: Crew; readonly positions: PhonePositions }[];
  /** Everything that was created after it belongs to the day. */
  readonly since: string;
}

/** What the API tells at the end of the day, read by the administrators. */
export async function collectFacts(played: readonly Played[]): Promise<Facts> {
  const cases = (await Promise.all(played.map(casesOf))).flat();
  const [first] = played;
  if (!first) throw new Error("Nobody has played.");
  const { ledger, replays } = first.scene.book;
  return {
    subscribers: played.flatMap(({ listeners }) => listeners),
    cases,
    tours: (await Promise.all(played.map((one) => toursOf(one, cases)))).flat(),
    areas: (await Promise.all(played.map(areasOf))).flat(),
    ledger,
    replays,
    positions: (await Promise.all(played.map(positionsOf))).flat(),
  };
}

const PAGE = 200;
const AT_ONCE = 8;

async function casesOf({ scene, since }: Played): Promise<CaseFacts[]> {
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

async function toursOf({ scene, phones }: Played, cases: readonly CaseFacts[]): Promise<TourFacts[]> {
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

async function areasOf({ scene }: Played) {
  const { client, viewer } = scene.company.admin;
  return (await client.getAreas()).map(({ id, branch_id }) => ({
    tenant: viewer.tenant,
    id,
    branch_id: branch_id ?? null,
  }));
}

async function positionsOf({ scene, phones }: Played): Promise<LastPosition[]> {
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
