import { isCalendarDay } from "#shared/text/temporal.ts";

/** View of the board, kept in the address: a link shows a colleague the same. */
export interface BoardView {
  readonly tab: "open" | "running" | "planned" | "all";
  readonly q?: string;
  /** Filters as they are written in the address, `name:value`. */
  readonly filter?: readonly string[];
  /** Id of the case in the inspector. */
  readonly case?: string;
  readonly tour?: string;
  readonly vehicle?: string;
  /** First day of the timeline, and the number of its days. */
  readonly day?: string;
  readonly days: 1 | 3 | 7;
  /** Open form: `new` for a new case, else the id of the edited case. */
  readonly form?: string;
  /**
   * Shows the deliveries screen over the board; the value is `queue` for the partner's queue, or the id of a webhook.
   */
  readonly deliveries?: string;
}

const tabNames = ["open", "running", "planned", "all"] as const;
const nonEmptyText = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
const oneOfOrDefault = <T>(value: unknown, allowed: readonly T[], otherwise: T): T =>
  allowed.includes(value as T) ? (value as T) : otherwise;

/** Reads a view from any address; invalid values are left out. */
export function readBoardView(search: Record<string, unknown>): BoardView {
  const filter = Array.isArray(search["filter"]) ? search["filter"].filter((item) => typeof item === "string") : [];
  const texts = ["q", "case", "tour", "vehicle", "form", "deliveries"] as const;
  const known = texts.flatMap((name) => {
    const value = nonEmptyText(search[name]);
    return value === undefined ? [] : [[name, value]];
  });
  const day = nonEmptyText(search["day"]);
  return {
    tab: oneOfOrDefault(search["tab"], tabNames, "open"),
    days: oneOfOrDefault(Number(search["days"]), [1, 3, 7] as const, 1),
    ...(filter.length > 0 ? { filter } : {}),
    ...(day !== undefined && isCalendarDay(day) ? { day } : {}),
    ...Object.fromEntries(known),
  };
}

/** Changes the view; a name with `undefined` is removed from the address. */
export type ChangeBoardView = (change: { [K in keyof BoardView]?: BoardView[K] | undefined }) => void;
export interface BoardViewProps {
  readonly view: BoardView;
  readonly onView: ChangeBoardView;
}
