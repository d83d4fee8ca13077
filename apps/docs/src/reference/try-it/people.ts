/** People of the demonstration that readers may try requests as. */
export const demonstrationPeople = [
  { key: "dispatcher", who: "Dispatcher", company: "bestattung", email: "dispo1@bestattung.example" },
  { key: "administrator", who: "Administrator", company: "bestattung", email: "admin@bestattung.example" },
  { key: "roadside dispatcher", who: "Dispatcher", company: "pannenhilfe", email: "dispo1@pannenhilfe.example" },
  { key: "roadside", who: "Administrator", company: "pannenhilfe", email: "admin@pannenhilfe.example" },
  { key: "platform", who: "Administrator", company: "plattform", email: "admin@plattform.example" },
] as const;
export type DemonstrationPerson = (typeof demonstrationPeople)[number];
export type DemonstrationPersonKey = DemonstrationPerson["key"];

export const personLabel = ({ who, company }: DemonstrationPerson) => `${who} of ${company} (sandbox)`;
export const findPerson = (key: DemonstrationPersonKey): DemonstrationPerson =>
  demonstrationPeople.find((each) => each.key === key) ?? demonstrationPeople[0];
