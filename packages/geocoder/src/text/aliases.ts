/** Aliases: shorter names that people use for longer ones. They count as a little less certain than the name itself. */

const riverSuffixPattern =
  /^(.{3,}?)\s*(?:\s(?:an der|an dem|am|im|in der|in|bei|bei der|ob der|ob|vor der|unter|auf der|a\.\s?d\.|a\.|b\.|i\.)\s.*|[,(/].*|\s-\s.*|\s\d+)$/i;

/** Aliases of a place: "Krems" for "Krems an der Donau", "Aarau" for "Aarau 1", both halves of "Biel/Bienne". */
export function aliasesOfPlace(name: string): string[] {
  const head = riverSuffixPattern.exec(name)?.[1];
  const halves = name.split(/\s*[/(),]\s*|\s-\s/).filter((half) => half.length >= 3);
  return aliasesOtherThanName(name, head === undefined ? halves : [head, ...halves]);
}

const titlePrefixPattern =
  /^(?:(?:univ|dr|doktor|prof|professor|ing|dipl|dkfm|mag|kr|bgm|bürgermeister|hofrat)\b[.\s-]*)+/i;

/**
 * Aliases of a street: "Karl-Renner-Straße" for "Dr.-Karl-Renner-Straße"; both halves of "Romstraße - Via Roma" and of
 * "A; B".
 */
export function aliasesOfStreet(name: string): string[] {
  const bare = name.replace(titlePrefixPattern, "");
  const halves = name.split(/\s*[;/]\s*|\s-\s/).filter((half) => half.length >= 3);
  return aliasesOtherThanName(name, bare.length >= 4 ? [bare, ...halves] : halves);
}

const aliasesOtherThanName = (name: string, aliases: readonly string[]) =>
  [...new Set(aliases)].filter((alias) => alias !== name);
