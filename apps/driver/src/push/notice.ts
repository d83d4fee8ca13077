/** Notice of a push, as the screen shows it without the app. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** A newer notice replaces an older one of the same tag. */
  readonly tag: string;
  /** Address that a tap opens: one of the app on this server, whatever name the server has for itself. */
  readonly address: string;
}

const DECLARATIVE = 8030;
const HOME = "/driver/";

/** Reads a message of Declarative Web Push; undefined when it is none, or has nothing to show. */
export function noticeOf(message: string | undefined): Notice | undefined {
  const { web_push, notification } = objectIn(message) as { web_push?: unknown; notification?: object | null };
  if (web_push !== DECLARATIVE || typeof notification !== "object" || notification === null) return undefined;
  const { title, body, tag, navigate } = notification as Readonly<Record<string, unknown>>;
  if (typeof title !== "string" || title === "") return undefined;
  return { title, body: textOf(body), tag: textOf(tag), address: addressIn(textOf(navigate)) };
}

function objectIn(message: string | undefined): object {
  try {
    const value: unknown = JSON.parse(message ?? "null");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Address within the app: a tap never opens any other. */
function addressIn(navigate: string): string {
  const url = URL.canParse(navigate) ? new URL(navigate) : undefined;
  return url?.pathname === HOME ? `${HOME}${url.search}` : HOME;
}

/** Case and tour that an address names. */
export interface NamedLink {
  readonly case_id: string;
  readonly tour_id: string;
}

/** Case and tour in an address; undefined when it names none. */
export function linkIn(address: string): NamedLink | undefined {
  const query = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
  const [case_id, tour_id] = [query.get("case_id"), query.get("tour_id")];
  return case_id === null || tour_id === null ? undefined : { case_id, tour_id };
}
