/** People of the demonstration that readers may try requests as. */
export const people = [
  { key: "dispatcher", who: "Dispatcher", company: "bestattung", email: "dispo1@bestattung.example" },
  { key: "administrator", who: "Administrator", company: "bestattung", email: "admin@bestattung.example" },
  { key: "roadside dispatcher", who: "Dispatcher", company: "pannenhilfe", email: "dispo1@pannenhilfe.example" },
  { key: "roadside", who: "Administrator", company: "pannenhilfe", email: "admin@pannenhilfe.example" },
  { key: "platform", who: "Administrator", company: "plattform", email: "admin@plattform.example" },
] as const;
export type Person = (typeof people)[number];
export type PersonKey = Person["key"];

export const labelOf = ({ who, company }: Person) => `${who} of ${company} (sandbox)`;
export const personOf = (key: PersonKey): Person => people.find((each) => each.key === key) ?? people[0];
