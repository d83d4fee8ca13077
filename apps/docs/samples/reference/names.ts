import { createNumberVariable, createTextVariable, type SampleValue, type SampleVariable } from "./values";

/** Kind of object whose id is in a path, where the word before it does not tell. */
const resourceNouns: Readonly<Record<string, string>> = {
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
export function variableOfParameter(path: string, parameter: string): SampleVariable {
  if (parameter !== "id") return createTextVariable(upperSnakeCase(parameter));
  const before = path.slice(0, path.indexOf("/{id}"));
  const noun = resourceNouns[before] ?? singularOf(before.split("/").at(-1) as string);
  return createTextVariable(upperSnakeCase(`${noun}_id`));
}

/** Example of the contract with variables for ids and versions, which exist in no real company. */
export function replaceIdsByVariables(example: SampleValue, name = ""): SampleValue {
  if (Array.isArray(example))
    return example.map((item: SampleValue) => replaceIdsByVariables(item, name.replace(/s$/, "")));
  if (typeof example === "object" && example !== null)
    return Object.fromEntries(
      Object.entries(example).map(([key, value]: [string, SampleValue]) => [key, replaceIdsByVariables(value, key)]),
    );
  if (name === "lock_version" && typeof example === "number") return createNumberVariable("LOCK_VERSION");
  return typeof example === "string" && UUID_PATTERN.test(example) ? createTextVariable(upperSnakeCase(name)) : example;
}

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Name in upper case: `groupId` and `group_id` both give GROUP_ID. */
const upperSnakeCase = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
const singularOf = (noun: string) =>
  noun
    .replace(/(?<=ss|ch)es$/, "")
    .replace(/ies$/, "y")
    .replace(/(?<!s)s$/, "");
