import {
  measureCpuMs,
  randomPointAtDistanceFrom,
  drawRandomAccuracyQuestions,
  isRightGeocodingAnswer,
  measureGeocodingAccuracy,
  quantileOf,
} from "@leitstand/geocoder/testing/accuracy";
import { SeededChance } from "@leitstand/scenario/chance";
import {
  readGeocodingEntriesOfMap,
  hasTestDataFile,
  realMapFilesByRegion,
  type CompleteAddress,
  selectCompleteAddresses,
} from "@leitstand/geocoder/testing/real-maps";
import { buildGeocodingIndex } from "@leitstand/geocoder/index/build-index";
import { normalizedWordsOf } from "@leitstand/geocoder/text/fold";
import { forwardGeocode } from "@leitstand/geocoder/search/forward";
import { encodeGeocodingIndex } from "@leitstand/geocoder/index/index-bytes";
import { reverseGeocode } from "@leitstand/geocoder/search/reverse";
import MiniSearch from "minisearch";
import { type BenchRow, formatMilliseconds } from "../harness/row";

const RIGHT_SHARE_GOAL = 0.98;
const REVERSE_SHARE_GOAL = 0.99;
const P99_GOAL_MS = 5;
const DISPLACED_METERS = 5;

const formatShare = (right: number, asked: number) => `${((100 * right) / asked).toFixed(1)} %`;

/**
 * Benchmarks how many of 500 hurried spellings of real addresses are found first, by the product's geocoder and by
 * minisearch.
 */
export async function benchGeocoder(): Promise<BenchRow[]> {
  if (!Object.values(realMapFilesByRegion).every(hasTestDataFile)) {
    console.log("The geocoder is measured on real maps in ../shared/data (or LEITSTAND_TEST_DATA), which are missing.");
    return [];
  }
  const [liechtenstein, krems] = [
    await readGeocodingEntriesOfMap("liechtenstein"),
    await readGeocodingEntriesOfMap("krems"),
  ];
  const entries = [...liechtenstein, ...krems];
  const buildMs = measureCpuMs(() => buildGeocodingIndex(entries));
  const index = buildGeocodingIndex(entries);
  const addresses = { liechtenstein: selectCompleteAddresses(liechtenstein), krems: selectCompleteAddresses(krems) };
  const questions = drawRandomAccuracyQuestions(addresses);
  const ask = (query: string) => forwardGeocode(index, query, { limit: 1 })[0];
  const peer = peerSearchOf([...addresses.liechtenstein, ...addresses.krems]);
  const [ours, theirs] = [measureGeocodingAccuracy(questions, ask), measureGeocodingAccuracy(questions, peer)];
  const megabytes = (encodeGeocodingIndex(index).length / 1e6).toFixed(1);
  const built = `${formatMilliseconds(buildMs)} of CPU to build, ${megabytes} MB stored`;
  const p99 = quantileOf(ours.cpuMs, 0.99);
  return [
    {
      what: "Geocoding, 500 perturbed addresses: right at the first place",
      ours: formatShare(ours.right, ours.asked),
      limit: formatShare(theirs.right, theirs.asked),
      limitName: "minisearch, same folding",
      ratio: ours.right / theirs.right,
      goal: "≥ 98 %",
      met: ours.right / ours.asked >= RIGHT_SHARE_GOAL,
      note: `${index.counts.addresses.toLocaleString("en")} addresses, ${built}`,
    },
    {
      what: "Geocoding, 500 perturbed addresses: CPU per query, p50 / p99",
      ours: `${formatMilliseconds(quantileOf(ours.cpuMs, 0.5))} / ${formatMilliseconds(p99)}`,
      limit: `${formatMilliseconds(quantileOf(theirs.cpuMs, 0.5))} / ${formatMilliseconds(quantileOf(theirs.cpuMs, 0.99))}`,
      limitName: "minisearch, same folding",
      ratio: quantileOf(theirs.cpuMs, 0.99) / p99,
      goal: "p99 < 5 ms",
      met: p99 < P99_GOAL_MS,
    },
    reverseBenchRow([...addresses.liechtenstein, ...addresses.krems], (at) => reverseGeocode(index, at)[0]),
  ];
}

function reverseBenchRow(
  houses: readonly CompleteAddress[],
  ask: (at: readonly [number, number]) => ReturnType<typeof reverseGeocode>[number] | undefined,
): BenchRow {
  const chance = new SeededChance(7);
  const right = houses.filter((house) =>
    isRightGeocodingAnswer(ask(randomPointAtDistanceFrom(house, DISPLACED_METERS, chance)), house),
  ).length;
  return {
    what: `Reverse geocoding of ${houses.length.toLocaleString("en")} points up to 5 m from their house`,
    ours: formatShare(right, houses.length),
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: "≥ 99 %",
    met: right / houses.length >= REVERSE_SHARE_GOAL,
  };
}

/**
 * The general search library with all the help it can get: our folding, errors in a fifth of a word, beginnings of
 * words.
 */
function peerSearchOf(addresses: readonly CompleteAddress[]) {
  const wordsOf = (text: string) => normalizedWordsOf(text.replace(/(\d)\s+([a-z])(?![a-z])/gi, "$1$2"));
  const engine = new MiniSearch<CompleteAddress & { id: number }>({
    fields: ["street", "house_number", "zip_code", "city"],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: { fuzzy: 0.2, prefix: true, tokenize: wordsOf, processTerm: (word) => word },
  });
  engine.addAll(addresses.map((address, id) => ({ ...address, id })));
  return (query: string) => addresses[engine.search(query)[0]?.id ?? -1];
}
