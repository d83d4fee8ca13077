import { NAME_ALIAS_FLAG } from "./address-index";
import { normalizedNameKey } from "../text/fold";
import { type NameLexiconData, letterCodesOf, trigramsOf } from "../text/lexicon";

interface NamedThing {
  readonly name: string;
  readonly aliases: Iterable<string>;
}

/** Lexicon of names and aliases of things numbered by their order, and the numbers behind each key. */
export function buildNameIndex(things: readonly NamedThing[]) {
  const byKey = new Map<string, Set<number>>();
  const noteKey = (key: string, value: number) => {
    if (key === "") return;
    const known = byKey.get(key) ?? new Set<number>();
    // An alias is left out where the thing has the same key by its name already.
    if (!known.has(value & ~NAME_ALIAS_FLAG)) byKey.set(key, known.add(value >>> 0));
  };
  const note = (name: string, value: number) => {
    const key = normalizedNameKey(name);
    noteKey(key, value);
    noteKey(shortFormOfKey(key), value);
  };
  for (const [number, { name }] of things.entries()) note(name, number);
  for (const [number, { aliases }] of things.entries())
    for (const alias of aliases) note(alias, number | NAME_ALIAS_FLAG);
  const keys = [...byKey.keys()].sort((left, right) => (left < right ? -1 : 1));
  const lists = keys.map((key) => [...(byKey.get(key) ?? [])]);
  return {
    lexicon: buildLexicon(keys),
    starts: startOffsetsFromLengths(lists.map(({ length }) => length)),
    named: Uint32Array.from(lists.flat()),
  };
}

/**
 * Short form of a key: folding makes the long form of "Landstr."; a misspelling of it ("Lansdtr.") is near only to the
 * short one.
 */
const shortFormOfKey = (key: string): string =>
  key
    .replace(/(?<=.{3})strasse$/, "str")
    .replace(/(?<=.{3})platz$/, "pl")
    .replace(/(?<=.{3})gasse$/, "g");

/** Builds a lexicon; the keys ascend by code unit, each once. */
function buildLexicon(keys: readonly string[]): NameLexiconData {
  const keysOfTrigram = new Map<number, number[]>();
  for (const [key, name] of keys.entries()) {
    for (const hash of trigramsOf(name)) {
      const known = keysOfTrigram.get(hash);
      if (known) known.push(key);
      else keysOfTrigram.set(hash, [key]);
    }
  }
  const trigrams = Uint32Array.from(keysOfTrigram.keys()).sort();
  const lists = Array.from(trigrams, (hash) => keysOfTrigram.get(hash) ?? []);
  return {
    letters: letterCodesOf(keys.join("")),
    keyStarts: startOffsetsFromLengths(keys.map(({ length }) => length)),
    trigrams,
    trigramStarts: startOffsetsFromLengths(lists.map(({ length }) => length)),
    trigramKeys: Uint32Array.from(lists.flat()),
  };
}

/** Start offset of each of several consecutive parts with these lengths, and the end of the last one. */
export function startOffsetsFromLengths(lengths: readonly number[]): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(lengths.length + 1);
  for (const [at, length] of lengths.entries()) starts[at + 1] = (starts[at] as number) + length;
  return starts;
}
