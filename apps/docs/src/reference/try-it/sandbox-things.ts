import type { TryDescription } from "./description";
import { sandboxPassword } from "./sandbox-password";
import { keyOf, type Values } from "./try-request";

/** Operation of the sandbox that lists objects of a kind. */
interface List {
  /** Path; may contain the variable of the object that these belong to. */
  readonly at: string;
  readonly body?: object;
  /** Path to the list in the answer, unless it is the answer itself or its only list. */
  readonly within?: readonly string[];
  /** Index in the list; the first by default. */
  readonly index?: number;
  /** Field of the object; its id by default. */
  readonly field?: string;
}

const TOURS = "/tours?statuses=STARTED&size=2";

/**
 * Lists by the variables of samples. Variables without an entry cannot be found in a list: a code from an SMS, a
 * secret.
 */
const lists: Readonly<Record<string, List>> = {
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
  FROM_TOUR_ID: { at: TOURS },
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
  TO_TOUR_ID: { at: TOURS, index: 1 },
  TOUR_ID: { at: TOURS },
  TOUR_NATURAL_ID: { at: TOURS, field: "natural_id" },
  USER_ID: { at: "/users?size=1" },
  VEHICLE_ID: { at: "/vehicles?size=1" },
  VEHICLE_TYPE_ID: { at: "/vehicle_types" },
  WEBHOOK_ID: { at: "/webhooks" },
};

/** Whether the sandbox may have a value; any other variable is shown by an example. */
export const isFindable = (name: string) => name === VERSION || name in lists || name in CONSTANTS;

const VARIABLE = /\$([A-Z][A-Z_]+)/g;
/** Variable of the version of the object in the path. */
const VERSION = "LOCK_VERSION";

interface Sandbox {
  readonly apiUrl: string;
  readonly token: string;
}
type Thing = Readonly<Record<string, unknown>>;

/** Variables in the form's initial values, those of the path first. */
export function variablesIn({ fields }: TryDescription): readonly string[] {
  const texts = fields.flatMap(({ example }) => (example === undefined ? [] : [example]));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(VARIABLE)].map(([, name]) => name as string)))];
}

/** Initial values of the form; a field whose variable is not known stays empty, for the reader to fill in. */
export function firstValues({ fields }: TryDescription, known: Readonly<Record<string, string>> = {}): Values {
  const filled = (text: string) => {
    const isKnown = [...text.matchAll(VARIABLE)].every(([, name = ""]) => name in known);
    return isKnown ? text.replaceAll(VARIABLE, (_, name: string) => known[name] ?? "") : "";
  };
  return Object.fromEntries(fields.map((field) => [keyOf(field), filled(field.example ?? "")]));
}

/** Finds values of variables in the sandbox: the first object of each kind that the person may see. */
export async function findThings(
  names: readonly string[],
  sandbox: Sandbox,
): Promise<Readonly<Record<string, string>>> {
  const things = new Map<string, Promise<Thing | undefined>>();
  const thing = (name: string): Promise<Thing | undefined> => {
    const known = things.get(name) ?? look(name);
    things.set(name, known);
    return known;
  };
  const look = async (name: string): Promise<Thing | undefined> => {
    const list = lists[name];
    if (list === undefined) return undefined;
    const owner = /\{(\w+)\}/.exec(list.at)?.[1];
    const of = owner === undefined ? undefined : await thing(owner);
    if (owner !== undefined && of === undefined) return undefined;
    return nth(list, list.at.replace(/\{\w+\}/, String(of?.["id"])), sandbox);
  };
  const [first] = names;
  const found = await Promise.all(
    names.map(async (name): Promise<readonly [string, unknown]> => {
      if (name === VERSION) return [name, first === undefined ? undefined : (await thing(first))?.["lock_version"]];
      return [name, CONSTANTS[name]?.() ?? (await thing(name))?.[lists[name]?.field ?? "id"]];
    }),
  );
  return Object.fromEntries(
    found.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]),
  );
}

const HOUR_MS = 3_600_000;

/** Values that are the same for all people of the sandbox, or follow from the clock. */
const CONSTANTS: Readonly<Record<string, () => string>> = {
  DATE: () => new Date().toISOString().slice(0, 10),
  EMAIL: () => "dispo1@bestattung.example",
  END_AT: () => new Date(Date.now() + 32 * HOUR_MS).toISOString(),
  FIXED_AT: () => new Date().toISOString(),
  PASSWORD: sandboxPassword,
  PHONE_NUMBER: () => "+436645551001",
  SHORT_CODE: () => "bestattung",
  SINCE: () => new Date(Date.now() - HOUR_MS).toISOString(),
  START_AT: () => new Date(Date.now() + 24 * HOUR_MS).toISOString(),
  TENANT_SHORT_CODE: () => "bestattung",
};

async function nth(
  { body, index = 0, within }: List,
  path: string,
  { apiUrl, token }: Sandbox,
): Promise<Thing | undefined> {
  const answer = await fetch(apiUrl + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${token}`, ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) return undefined;
  const answered = (await answer.json()) as unknown;
  const content = within?.reduce((value, name) => (value as Thing)[name], answered) ?? answered;
  // Long lists come in pages: an object with the rows in its only array.
  const all: unknown = Array.isArray(content) ? content : Object.values(content as Thing).find(Array.isArray);
  return (all as readonly Thing[] | undefined)?.[index];
}
