import type { Clash, WantedTour } from "./clash.ts";
import type { Holder } from "./holders.ts";
import type { TransferMethod } from "./transfer-method.ts";

/** What somebody may decide on purpose once others were faster; to leave it as it is, always. */
export interface Choices {
  /** Who loses the case when it is taken over, and by which action. */
  readonly takeOver: { readonly from: Holder; readonly method: NonNullable<TransferMethod> } | undefined;
  /** Another crew besides those that have it; where none has it any more, the first. */
  readonly assign: "second" | "anyway" | undefined;
  /** Why not all of it can be chosen. */
  readonly because: Because | undefined;
}
type Because = "already_there" | "loaded" | "not_now" | "several" | "one_crew" | "not_assignable";

const onBoard: ReadonlySet<string> = new Set(["LOADED", "toDestination", "atDestination"]);
const nothing = { takeOver: undefined, assign: undefined };

/** As the API allows it for the case as it is now. */
export function choicesOf({ job, holders }: Pick<Clash, "job" | "holders">, wanted: WantedTour): Choices {
  const isAssignable = job.state.actions.includes("ASSIGN");
  if (holders.some(({ tour_id }) => tour_id === wanted.id)) return { ...nothing, because: "already_there" };
  const [holder, ...others] = holders;
  if (holder === undefined)
    return isAssignable
      ? { ...nothing, assign: "anyway", because: undefined }
      : { ...nothing, because: "not_assignable" };
  const assign = isAssignable ? "second" : undefined;
  if (others.length > 0) return { takeOver: undefined, assign, because: "several" };
  const { method, state } = holder;
  if (method === undefined) return { takeOver: undefined, assign, because: onBoard.has(state) ? "loaded" : "not_now" };
  return { takeOver: { from: holder, method }, assign, because: isAssignable ? undefined : "one_crew" };
}
