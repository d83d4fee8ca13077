import type { CaseClashError, RequestedTour } from "./clash.ts";
import type { HoldingTour } from "./holders.ts";
import type { TransferMethod } from "./transfer-method.ts";

/** Decisions that are possible after a clash; leaving the case as it is always is. */
export interface ClashChoices {
  /** The tour that loses the case when it is taken over, and the action that does it. */
  readonly takeOver: { readonly from: HoldingTour; readonly method: NonNullable<TransferMethod> } | undefined;
  /** Whether another crew may be added to those that have the case, or, where none has it any more, the first. */
  readonly assign: "second" | "anyway" | undefined;
  /** Reason why some choices are missing. */
  readonly because: MissingChoiceReason | undefined;
}
type MissingChoiceReason = "already_there" | "loaded" | "not_now" | "several" | "one_crew" | "not_assignable";

const loadedStates: ReadonlySet<string> = new Set(["LOADED", "toDestination", "atDestination"]);
const noChoices = { takeOver: undefined, assign: undefined };

/** Choices that the API allows for the case in its current version. */
export function clashChoicesOf(
  { dispatchCase, holders }: Pick<CaseClashError, "dispatchCase" | "holders">,
  wanted: RequestedTour,
): ClashChoices {
  const isAssignable = dispatchCase.state.actions.includes("ASSIGN");
  if (holders.some(({ tour_id }) => tour_id === wanted.id)) return { ...noChoices, because: "already_there" };
  const [holder, ...others] = holders;
  if (holder === undefined)
    return isAssignable
      ? { ...noChoices, assign: "anyway", because: undefined }
      : { ...noChoices, because: "not_assignable" };
  const assign = isAssignable ? "second" : undefined;
  if (others.length > 0) return { takeOver: undefined, assign, because: "several" };
  const { method, state } = holder;
  if (method === undefined)
    return { takeOver: undefined, assign, because: loadedStates.has(state) ? "loaded" : "not_now" };
  return { takeOver: { from: holder, method }, assign, because: isAssignable ? undefined : "one_crew" };
}
