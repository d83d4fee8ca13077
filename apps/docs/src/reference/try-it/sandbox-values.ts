import type { TryItOperation } from "./description";
import { getTypedSandboxPassword } from "./sandbox-password";
import { tryItFieldKey, type TryItValues } from "./try-request";

/** Operation of the sandbox that lists objects of a kind. */
interface SandboxList {
  /** Path of the list; may contain the id of a parent object as a variable, such as `/tours/{id}/cases`. */
  readonly at: string;
  readonly body?: object;
  /** Path to the list in the answer, unless it is the answer itself or its only list. */
  readonly within?: readonly string[];
  /** Index in the list; the first by default. */
  readonly index?: number;
  /** Field of the object; its id by default. */
  readonly field?: string;
}

const TOURS_LIST = "/tours?statuses=STARTED&size=2";

/**
 * Lists by the variables of samples. Variables without an entry cannot be found in a list: a code from an SMS, a
 * secret.
 */
const sandboxLists: Readonly<Record<string, SandboxList>> = {
  ADDRESS_ID: { at: "/addresses" },
  AREA_ID: { at: "/areas" },
  ASSET_ID: { at: "/cases/{CASE_ID}", within: ["assets", "documents"] },
  BRANCH_GROUP_ID: { at: "/branches/groups" },
  BRANCH_ID: { at: "/branches" },
  CALENDAR_GROUP_ID: { at: "/calendars/groups" },
  CALENDAR_ID: { at: "/calendars" },
  CASE_ID: { at: "/cases-request", body: { size: 1 } },
  CRITICAL_MESSAGE_ID: { at: "/critical_messages" },
  DELIVERY_ID: { at: "/webhooks/{WEBHOOK_ID}/deliveries" },
  DEVICE_ID: { at: "/devices" },
  EVENT_ID: { at: "/calendars/default/events" },
  EXCLUSION_ID: { at: "/calendarEvents/{EVENT_ID}/exclusions" },
  EXPORT_TEMPLATE_ID: { at: "/export/templates" },
  FROM_TOUR_ID: { at: TOURS_LIST },
  INVITE_ID: { at: "/user_invites" },
  MASTER_DATA_ID: { at: "/tenants/bestattung/masterdata" },
  QUEUED_EVENT_ID: { at: "/queued_events" },
  ROLE_ID: { at: "/roles" },
  SERVICE_ACCOUNT_ID: { at: "/service_account_users" },
  SESSION_ID: { at: "/user/sessions" },
  SKILL_ID: { at: "/skills" },
  STORED_ADDRESS_TYPE_ID: { at: "/address_types" },
  TENANT_ID: { at: "/tenants" },
  TODO_ID: { at: "/cases/{CASE_ID}", within: ["todos", "pickup"] },
  TODO_TEMPLATE_ID: { at: "/todo_templates" },
  TOKEN_ID: { at: "/service_account_users/{SERVICE_ACCOUNT_ID}/tokens" },
  TO_TOUR_ID: { at: TOURS_LIST, index: 1 },
  TOUR_ID: { at: TOURS_LIST },
  TOUR_NATURAL_ID: { at: TOURS_LIST, field: "natural_id" },
  USER_ID: { at: "/users?size=1" },
  VEHICLE_ID: { at: "/vehicles?size=1" },
  VEHICLE_TYPE_ID: { at: "/vehicle_types" },
  WEBHOOK_ID: { at: "/webhooks" },
};

/** Whether the sandbox may have a value; any other variable is shown by an example. */
export const isSandboxVariable = (name: string) =>
  name === VERSION_VARIABLE || name in sandboxLists || name in CONSTANT_VALUES;

const VARIABLE_PATTERN = /\$([A-Z][A-Z_]+)/g;
/** Variable of the version of the object in the path. */
const VERSION_VARIABLE = "LOCK_VERSION";

interface SandboxAccess {
  readonly apiUrl: string;
  readonly token: string;
}
type SandboxObject = Readonly<Record<string, unknown>>;

/** Variables in the form's initial values, those of the path first. */
export function variablesInTryItFields({ fields }: TryItOperation): readonly string[] {
  const texts = fields.flatMap(({ example }) => (example === undefined ? [] : [example]));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE_PATTERN)].map(([, name]) => name as string)))];
}

/** Initial values of the form; a field whose variable is not known stays empty, for the reader to fill in. */
export function initialTryItValuesOf(
  { fields }: TryItOperation,
  known: Readonly<Record<string, string>> = {},
): TryItValues {
  const filled = (text: string) => {
    const isKnown = [...text.matchAll(VARIABLE_PATTERN)].every(([, name = ""]) => name in known);
    return isKnown ? text.replaceAll(VARIABLE_PATTERN, (_, name: string) => known[name] ?? "") : "";
  };
  return Object.fromEntries(fields.map((field) => [tryItFieldKey(field), filled(field.example ?? "")]));
}

/** Finds values of variables in the sandbox: the first object of each kind that the person may see. */
export async function findSandboxValues(
  names: readonly string[],
  sandbox: SandboxAccess,
): Promise<Readonly<Record<string, string>>> {
  const things = new Map<string, Promise<SandboxObject | undefined>>();
  const thing = (name: string): Promise<SandboxObject | undefined> => {
    const known = things.get(name) ?? look(name);
    things.set(name, known);
    return known;
  };
  const look = async (name: string): Promise<SandboxObject | undefined> => {
    const list = sandboxLists[name];
    if (list === undefined) return undefined;
    const owner = /\{(\w+)\}/.exec(list.at)?.[1];
    const of = owner === undefined ? undefined : await thing(owner);
    if (owner !== undefined && of === undefined) return undefined;
    return nthObject(list, list.at.replace(/\{\w+\}/, String(of?.["id"])), sandbox);
  };
  const [first] = names;
  const found = await Promise.all(
    names.map(async (name): Promise<readonly [string, unknown]> => {
      if (name === VERSION_VARIABLE)
        return [name, first === undefined ? undefined : (await thing(first))?.["lock_version"]];
      return [name, CONSTANT_VALUES[name]?.() ?? (await thing(name))?.[sandboxLists[name]?.field ?? "id"]];
    }),
  );
  return Object.fromEntries(
    found.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
}

const HOUR_MS = 3_600_000;

/** Values that are the same for all people of the sandbox, or follow from the clock. */
const CONSTANT_VALUES: Readonly<Record<string, () => string>> = {
  DATE: () => new Date().toISOString().slice(0, 10),
  EMAIL: () => "dispo1@bestattung.example",
  END_AT: () => new Date(Date.now() + 32 * HOUR_MS).toISOString(),
  FIXED_AT: () => new Date().toISOString(),
  PASSWORD: getTypedSandboxPassword,
  PHONE_NUMBER: () => "+436645551001",
  SHORT_CODE: () => "bestattung",
  SINCE: () => new Date(Date.now() - HOUR_MS).toISOString(),
  START_AT: () => new Date(Date.now() + 24 * HOUR_MS).toISOString(),
  TENANT_SHORT_CODE: () => "bestattung",
};

async function nthObject(
  { body, index = 0, within }: SandboxList,
  path: string,
  { apiUrl, token }: SandboxAccess,
): Promise<SandboxObject | undefined> {
  const answer = await fetch(apiUrl + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) return undefined;
  const answered = (await answer.json()) as unknown;
  const content = within?.reduce((value, name) => (value as SandboxObject)[name], answered) ?? answered;
  // Long lists come in pages: an object with the rows in its only array.
  const all: unknown = Array.isArray(content) ? content : Object.values(content as SandboxObject).find(Array.isArray);
  return (all as readonly SandboxObject[] | undefined)?.[index];
}
