/** Notice of a push, as the screen shows it without the app. */
export interface PushNotice {
  readonly title: string;
  readonly body: string;
  /** A newer notice replaces an older one of the same tag. */
  readonly tag: string;
  /** Address that a tap opens, always within the app on this server. */
  readonly address: string;
}

const DECLARATIVE_PUSH_VERSION = 8030;
const APP_PATH = "/driver/";

/** Reads a message of Declarative Web Push; undefined when it is none, or has nothing to show. */
export function parsePushNotice(message: string | undefined): PushNotice | undefined {
  const { web_push, notification } = parseJsonObject(message) as { web_push?: unknown; notification?: object | null };
  if (web_push !== DECLARATIVE_PUSH_VERSION || typeof notification !== "object" || notification === null)
    return undefined;
  const { title, body, tag, navigate } = notification as Readonly<Record<string, unknown>>;
  if (typeof title !== "string" || title === "") return undefined;
  return {
    title,
    body: stringOrEmpty(body),
    tag: stringOrEmpty(tag),
    address: addressWithinApp(stringOrEmpty(navigate)),
  };
}

function parseJsonObject(message: string | undefined): object {
  try {
    const value: unknown = JSON.parse(message ?? "null");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

const stringOrEmpty = (value: unknown) => (typeof value === "string" ? value : "");

/** Address within the app: a tap never opens any other. */
function addressWithinApp(navigate: string): string {
  const url = URL.canParse(navigate) ? new URL(navigate) : undefined;
  return url?.pathname === APP_PATH ? `${APP_PATH}${url.search}` : APP_PATH;
}

/** Case and tour that an address names. */
export interface CaseAndTourIdsInUrl {
  readonly case_id: string;
  readonly tour_id: string;
}

/** Case and tour in an address; undefined when it names none. */
export function parseCaseAndTourIdsFromUrl(address: string): CaseAndTourIdsInUrl | undefined {
  const query = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
  const [case_id, tour_id] = [query.get("case_id"), query.get("tour_id")];
  return case_id === null || tour_id === null ? undefined : { case_id, tour_id };
}
