import type { Clash, WantedTour } from "./clash.ts";
import type { Holder } from "./holders.ts";
import type { TransferMethod } from "./transfer-method.ts";

/** Decisions that are possible after a clash; leaving the case as it is always is. */
export interface Choices {
  /** The tour that loses the case when it is taken over, and the action that does it. */
  readonly takeOver: { readonly from: Holder; readonly method: NonNullable<TransferMethod> } | undefined;
  /** Whether another crew may be added to those that have the case, or, where none has it any more, the first. */
  readonly assign: "second" | "anyway" | undefined;
  /** Reason why some choices are missing. */
  readonly because: Because | undefined;
}
type Because = "already_there" | "loaded" | "not_now" | "several" | "one_crew" | "not_assignable";

const onBoard: ReadonlySet<string> = new Set(["LOADED", "toDestination", "atDestination"]);
const nothing = { takeOver: undefined, assign: undefined };

/** Choices that the API allows for the case in its current version. */
export function choicesOf(
  { dispatchCase, holders }: Pick<Clash, "dispatchCase" | "holders">,
  wanted: WantedTour,
): Choices {
  const isAssignable = dispatchCase.state.actions.includes("ASSIGN");
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
