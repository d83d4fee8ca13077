/**
 * Measures how often the first answer is right, on addresses drawn from real maps; the same for our index and for a
 * peer.
 */
import { metersBetween } from "@leitstand/geo/lon-lat";
import { SeededChance } from "@leitstand/scenario/chance";
import { pickRandomDistinct } from "./draw";
import { perturbAddress } from "./perturbed-query";
import type { CompleteAddress } from "./real-maps";

/** Seed, fixed before the first measurement. */
const ACCURACY_SEED = 20_240_304;
const QUESTIONS_PER_MAP = { liechtenstein: 400, krems: 100 } as const;

export interface GeocodingAccuracyQuestion {
  readonly query: string;
  readonly changes: readonly string[];
  readonly wanted: CompleteAddress;
}

type AddressesByMap = Readonly<Record<keyof typeof QUESTIONS_PER_MAP, readonly CompleteAddress[]>>;

/** Draws 400 perturbed addresses of Liechtenstein and 100 of Krems. */
export function drawRandomAccuracyQuestions(
  addresses: AddressesByMap,
  seed = ACCURACY_SEED,
): GeocodingAccuracyQuestion[] {
  const chance = new SeededChance(seed);
  const wanted = [
    ...pickRandomDistinct(addresses.liechtenstein, QUESTIONS_PER_MAP.liechtenstein, chance),
    ...pickRandomDistinct(addresses.krems, QUESTIONS_PER_MAP.krems, chance),
  ];
  return wanted.map((address) => ({ ...perturbAddress(address, chance), wanted: address }));
}

interface FoundAddress {
  readonly street?: string | undefined;
  readonly house_number?: string | undefined;
  readonly lon: number;
  readonly lat: number;
}

/** Metres within which entries are the same house, which may be recorded as a point at its door and as an outline. */
const SAME_HOUSE_METERS = 100;

const isSameText = (left: string | undefined, right: string) =>
  left?.toLowerCase().replaceAll("ß", "ss") === right.toLowerCase().replaceAll("ß", "ss");

/** Whether an answer is right: the same street and house number at the same place. */
export const isRightGeocodingAnswer = (found: FoundAddress | undefined, wanted: CompleteAddress): boolean =>
  found !== undefined &&
  isSameText(found.street, wanted.street) &&
  isSameText(found.house_number, wanted.house_number) &&
  metersBetween([found.lon, found.lat], [wanted.lon, wanted.lat]) <= SAME_HOUSE_METERS;

export interface GeocodingAccuracy {
  readonly asked: number;
  readonly right: number;
  readonly wrong: readonly { readonly question: GeocodingAccuracyQuestion; readonly found: FoundAddress | undefined }[];
  /** CPU milliseconds of each question, in the order asked: the least of all rounds, because the machine is shared. */
  readonly cpuMs: readonly number[];
}

/** Number of rounds; the first one lets the engine compile. */
const MEASURED_ROUNDS = 4;

export function measureGeocodingAccuracy(
  questions: readonly GeocodingAccuracyQuestion[],
  ask: (query: string) => FoundAddress | undefined,
): GeocodingAccuracy {
  const answers = questions.map((question) => ({ question, found: ask(question.query) }));
  const wrong = answers.filter(({ question, found }) => !isRightGeocodingAnswer(found, question.wanted));
  const cpuMs = questions.map(() => Number.POSITIVE_INFINITY);
  for (let round = 1; round < MEASURED_ROUNDS; round++)
    for (const [at, { query }] of questions.entries())
      cpuMs[at] = Math.min(
        cpuMs[at] as number,
        measureCpuMs(() => ask(query)),
      );
  return { asked: questions.length, right: questions.length - wrong.length, wrong, cpuMs };
}

/** CPU milliseconds of the whole process during the work. */
export function measureCpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A point some metres from the house, in a random direction. */
export function randomPointAtDistanceFrom(
  { lon, lat }: CompleteAddress,
  meters: number,
  chance: SeededChance,
): readonly [number, number] {
  const angle = chance.next() * 2 * Math.PI;
  const degrees = (meters * chance.next()) / 111_195;
  return [lon + (degrees * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180), lat + degrees * Math.sin(angle)];
}

/** The value below which `share` of the samples lie. */
export function quantileOf(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
