import { number, text, type Value, type Variable } from "./values";

/** Kind of object whose id is in a path, where the word before it does not tell. */
const nouns: Readonly<Record<string, string>> = {
  "/branches/groups": "branch_group",
  "/calendars/default/events": "event",
  "/calendars/groups": "calendar_group",
  "/export/templates": "export_template",
  "/service_account_users": "service_account",
  "/tenants/{tenant_short_code}/masterdata": "master_data",
  "/tours/scheduled": "tour",
  "/user_invites": "invite",
};

/** Variable of a parameter: `{id}` of `/cases/{id}` is CASE_ID; other parameters have distinct names of their own. */
export function variableOfParameter(path: string, parameter: string): Variable {
  if (parameter !== "id") return text(shouted(parameter));
  const before = path.slice(0, path.indexOf("/{id}"));
  const noun = nouns[before] ?? singular(before.split("/").at(-1) as string);
  return text(shouted(`${noun}_id`));
}

/** Example of the contract with variables for ids and versions, which exist in no real company. */
export function withVariables(example: Value, name = ""): Value {
  if (Array.isArray(example)) return example.map((item: Value) => withVariables(item, name.replace(/s$/, "")));
  if (typeof example === "object" && example !== null)
    return Object.fromEntries(
      Object.entries(example).map(([key, value]: [string, Value]) => [key, withVariables(value, key)]),
    );
  if (name === "lock_version" && typeof example === "number") return number("LOCK_VERSION");
  return typeof example === "string" && UUID.test(example) ? text(shouted(name)) : example;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Name in upper case: `groupId` and `group_id` both give GROUP_ID. */
const shouted = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
const singular = (noun: string) =>
  noun
    .replace(/(?<=ss|ch)es$/, "")
    .replace(/ies$/, "y")
    .replace(/(?<!s)s$/, "");
