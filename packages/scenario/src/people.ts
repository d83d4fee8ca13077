import type { SeededChance } from "./chance";

/** First names common in Austria; the people they stand for are invented. */
const FIRST_NAMES_F = [
  "Anna",
  "Maria",
  "Elisabeth",
  "Johanna",
  "Katharina",
  "Eva",
  "Renate",
  "Gertrude",
  "Hermine",
  "Theresia",
  "Brigitte",
  "Ingrid",
  "Monika",
  "Sabine",
  "Petra",
  "Barbara",
] as const;
const FIRST_NAMES_M = [
  "Josef",
  "Franz",
  "Johann",
  "Karl",
  "Alois",
  "Herbert",
  "Werner",
  "Gerhard",
  "Manfred",
  "Wolfgang",
  "Thomas",
  "Michael",
  "Andreas",
  "Stefan",
  "Markus",
  "Peter",
] as const;
const LAST_NAMES = [
  "Gruber",
  "Huber",
  "Bauer",
  "Wagner",
  "Müller",
  "Pichler",
  "Steiner",
  "Moser",
  "Mayer",
  "Hofer",
  "Leitner",
  "Berger",
  "Fuchs",
  "Eder",
  "Fischer",
  "Schmid",
  "Winkler",
  "Weber",
  "Schwarz",
  "Maier",
  "Reiter",
  "Wimmer",
  "Egger",
  "Brunner",
  "Lang",
  "Auer",
  "Baumgartner",
  "Binder",
  "Lechner",
  "Wallner",
  "Aigner",
  "Ebner",
] as const;

/** Person who calls, or about whom a call is. */
export interface CallingPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly isWoman: boolean;
}

export function drawRandomPerson(chance: SeededChance): CallingPerson {
  const isWoman = chance.percent(50);
  return { isWoman, ...drawName(chance, isWoman) };
}

/** Employee of a company; two of three are men. */
export function drawRandomEmployee(chance: SeededChance) {
  const { first_name: firstname, last_name: lastname } = drawName(chance, chance.percent(35));
  return { firstname, lastname };
}

const drawName = (chance: SeededChance, isWoman: boolean) => ({
  first_name: chance.pick(isWoman ? FIRST_NAMES_F : FIRST_NAMES_M),
  last_name: chance.pick(LAST_NAMES),
});

/** Telephone number of no network: 555 numbers are not assigned. */
export const drawRandomPhoneNumber = (chance: SeededChance) =>
  `+43664555${String(chance.between(0, 9999)).padStart(4, "0")}`;
