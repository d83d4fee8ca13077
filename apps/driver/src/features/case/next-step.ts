import type { Case } from "@leitstand/contract/cases/case";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { TourLink } from "#outbox/state-before.ts";
import type { VehicleCorner } from "#photos/photo-row.ts";
import type { CaseDraft } from "#work/drafts.ts";
import { firstCornerWithoutPhoto, type OnSiteRecord } from "./on-site.ts";

/** Next step of a case; the primary button names it, and is never disabled. */
export type NextStep =
  | { readonly is: "action"; readonly action: CaseAction }
  | { readonly is: "todo"; readonly id: string; readonly title: string }
  | { readonly is: "identity" }
  | { readonly is: "belongings" }
  | { readonly is: "handover" }
  | { readonly is: "corner"; readonly corner: VehicleCorner }
  | { readonly is: "drives" }
  | { readonly is: "destination" }
  | { readonly is: "finish" };

/**
 * Next step among the actions that the server, or the table of transitions, allows; in the order of the work on the
 * road.
 */
export function findNextStep(shown: Case, link: TourLink, onSite: OnSiteRecord): NextStep | undefined {
  const { draft } = onSite;
  const may = (action: CaseAction) => link.actions.includes(action);
  const action = (name: CaseAction): NextStep => ({ is: "action", action: name });
  if (link.bucket !== "open") return may("DONE") ? action("DONE") : undefined;
  if (may("ACCEPT")) return action("ACCEPT");
  if (shown.data_type === "ROADSIDE") return nextRoadsideStep(shown, link, onSite);
  if (may("START")) return action("START");
  if (link.state === "STARTED" && may("ARRIVE")) return action("ARRIVE");
  if (link.state === "LOADED") return nextDeliveryStep(shown, link, draft);
  if (!may("LOAD")) return undefined;
  return nextOpenTodo(shown.todos?.pickup) ?? stepMissingBeforeLoading(shown, draft) ?? action("LOAD");
}

function nextRoadsideStep(shown: Case, { state, actions }: TourLink, onSite: OnSiteRecord): NextStep | undefined {
  const may = (action: CaseAction) => actions.includes(action);
  if (may("ON_THE_WAY")) return { is: "action", action: "ON_THE_WAY" };
  if (may("ARRIVE")) return { is: "action", action: "ARRIVE" };
  if (may("AT_TOWING_DESTINATION")) return { is: "action", action: "AT_TOWING_DESTINATION" };
  if (may("DELIVER")) return { is: "handover" };
  if (state !== "arrived") return undefined;
  const corner = firstCornerWithoutPhoto(onSite);
  return corner === undefined ? nextBreakdownStep(shown, may, onSite.draft) : { is: "corner", corner };
}

/**
 * Next step at a breakdown. Whether the vehicle drives on decides between an end and a tow; a tow needs a destination.
 */
function nextBreakdownStep(
  { rsa_data }: Case,
  may: (action: CaseAction) => boolean,
  { drives }: CaseDraft,
): NextStep | undefined {
  const mayTow = may("TO_TOWING_DESTINATION");
  if (drives === undefined && mayTow) return { is: "drives" };
  if (drives !== false || !mayTow) return may("FINISH") ? { is: "finish" } : undefined;
  return rsa_data?.target_address ? { is: "action", action: "TO_TOWING_DESTINATION" } : { is: "destination" };
}

function nextDeliveryStep(shown: Case, link: TourLink, draft: CaseDraft): NextStep | undefined {
  const { actions, arrived_at_destination_at } = link;
  if (arrived_at_destination_at === null && actions.includes("ARRIVE")) return { is: "action", action: "ARRIVE" };
  if (!actions.includes("DELIVER")) return undefined;
  const todo = nextOpenTodo(shown.todos?.delivery);
  if (todo) return todo;
  return isPersonTransport(shown) && draft.delivered?.is_confirmed !== true ? { is: "belongings" } : { is: "handover" };
}

export const isPersonTransport = ({ funeral_data }: Case) => funeral_data?.cargo_type === "PERSON";

function stepMissingBeforeLoading(shown: Case, draft: CaseDraft): NextStep | undefined {
  if (!isPersonTransport(shown)) return undefined;
  if (!isDeceasedIdentified(shown, draft)) return { is: "identity" };
  return areBelongingsConfirmed(shown, draft) ? undefined : { is: "belongings" };
}

/** Whether the crew has identified the deceased; what it says now counts more than an earlier confirmation. */
export const isDeceasedIdentified = ({ funeral_data }: Case, draft: CaseDraft) =>
  draft.identity ?? funeral_data?.cargo_deceased?.identity_confirmed === true;
export const areBelongingsConfirmed = ({ funeral_data }: Case, draft: CaseDraft) =>
  funeral_data?.cargo_deceased?.belongings?.confirmation === true || draft.loaded?.is_confirmed === true;

function nextOpenTodo(todos: NonNullable<Case["todos"]>["pickup"] = []): NextStep | undefined {
  const open = todos.find(({ required, completed }) => required && !completed);
  return open && { is: "todo", id: open.id, title: open.title };
}
