/** What was pushed, as the screen shows it without the app. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** A newer notice with the same tag takes the place of an older one. */
  readonly tag: string;
  /** What a tap opens: an address of the app on this server, whatever name the server has for itself. */
  readonly address: string;
}

const DECLARATIVE = 8030;
const HOME = "/driver/";

/** A message of Declarative Web Push; undefined: it is none, or it has nothing to show. */
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

/** Only the app itself is ever opened by a tap. */
function addressIn(navigate: string): string {
  const url = URL.canParse(navigate) ? new URL(navigate) : undefined;
  return url?.pathname === HOME ? `${HOME}${url.search}` : HOME;
}

/** A case of a tour, as addresses name it. */
export interface NamedLink {
  readonly case_id: string;
  readonly tour_id: string;
}

/** Undefined: the address is of no case. */
export function linkIn(address: string): NamedLink | undefined {
  const query = new URLSearchParams(/\?([^#]*)/.exec(address)?.[1]);
  const [case_id, tour_id] = [query.get("case_id"), query.get("tour_id")];
  return case_id === null || tour_id === null ? undefined : { case_id, tour_id };
}
