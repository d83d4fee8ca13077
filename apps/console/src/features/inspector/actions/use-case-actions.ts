import type { Case } from "@leitstand/contract/cases/case";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslations } from "use-intl";
import { caseFactsSeenOf } from "@leitstand/client/case-sight";
import { isApiProblem, queryClient } from "#shared/api/api.ts";
import { CaseClashError, writeCaseUnlessChanged, showClash } from "#live/clash/clash.ts";
import { useClashText } from "#live/clash/clash-text.ts";
import { caseQuery } from "#live/store.ts";
import {
  type ActionAnswer,
  isForcibleRefusal,
  sendCaseAction,
  stepsOfLink,
  undoCaseAction,
} from "#live/case-actions.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { showToast, showUndoToast, showWarning } from "#shared/screen/toasts.tsx";
import { useFaultDisplay } from "#shared/screen/use-fault-display.ts";
import { fieldRequirementsOfAction, actionNeedsForm } from "./action-choice.ts";
import {
  findFaultyActionFields,
  type ActionFieldValues,
  actionInputFromForm,
  isActionOffered,
  canActionBeForced,
  type CaseActionRequest,
} from "./action-input.ts";

/** Reason why an action was not carried out, as far as it can be resolved beside its button. */
export interface ActionFault {
  readonly request: CaseActionRequest;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the action may be forced anyway. */
  readonly isForcible?: boolean;
  /** Level of the broken rule; a refusal for another reason has none. */
  readonly level?: string | undefined;
  /** The case was changed in the meantime: whether the action is still offered. */
  readonly stale?: "offered" | "gone";
}
/** Remarks on the last action. Broken rules stay visible with their tour; warnings are shown once. */
export type LastActionWarnings = Pick<ActionAnswer, "warnings">;

export interface CaseActions {
  /** The action whose form is open below its button. */
  readonly open: CaseActionRequest | undefined;
  readonly busy: CaseActionRequest | undefined;
  readonly fault: ActionFault | undefined;
  readonly remarks: LastActionWarnings | undefined;
  /** Opens the form of an action, or carries it out when it needs none. */
  readonly begin: (request: CaseActionRequest) => void;
  /** Ends with the answer, whichever it is: by then the fields of the form can be typed into again. */
  readonly send: (request: CaseActionRequest, values: ActionFieldValues, isForced?: boolean) => Promise<void>;
  readonly close: () => void;
}

const linkOfTour = (dispatchCase: Case, tour_id: string | undefined) =>
  dispatchCase.tour_case_states?.find((link) => link.tour_id === tour_id);

/** Sends the action as decided by the case that is shown, unless the case has changed in what it was decided by. */
function sendUnlessChanged(
  request: CaseActionRequest,
  shown: Case,
  input: ReturnType<typeof actionInputFromForm>,
): Promise<ActionAnswer> {
  const { action, tour_id } = request;
  const { id } = shown;
  const isSameStep = (fresh: Case) => action !== "UNDO" || stepsOfLink(fresh, tour_id) === stepsOfLink(shown, tour_id);
  const isOffered = (fresh: Case) => isActionOffered(request, fresh) && isSameStep(fresh);
  return writeCaseUnlessChanged({ id, seen: caseFactsSeenOf(shown), isOffered }, (lock_version) =>
    sendCaseAction({ id, action, lock_version, ...(tour_id ? { tour_id } : {}), ...input }),
  );
}

/** The open form of an action, with the case as it was when the dispatcher decided on the action. */
interface OpenForm {
  readonly request: CaseActionRequest;
  readonly seen: Case;
}

/** Carries out actions of one case; open forms and faults are kept beside the buttons. */
export function useCaseActions(dispatchCase: Case): CaseActions {
  const t = useTranslations("inspector");
  const [open, setOpen] = useState<OpenForm>();
  const [busy, setBusy] = useState<CaseActionRequest>();
  const [fault, setFault] = useState<ActionFault>();
  const [remarks, setRemarks] = useState<LastActionWarnings>();
  const opener = useRef<HTMLElement>(null);
  const faultOf = useActionFaultOf();
  const showFault = useFaultDisplay();
  const tell = useActionDoneToast();

  const { natural_id } = dispatchCase;
  const showRemarks = ({ warnings }: ActionAnswer) => {
    if (warnings.length === 0) return setRemarks(undefined);
    const text = warnings.map(({ code }) => t(`warning.${code}`)).join(" ");
    showFault(text, { name: natural_id, beside: () => setRemarks({ warnings }) });
  };
  const close = () => {
    setOpen(undefined);
    setFault(undefined);
    opener.current?.focus();
  };
  /** Closes the form of this request; by the time of an answer that of another action may be open. */
  const closeFormOf = (request: CaseActionRequest) => setOpen((now) => (now?.request === request ? undefined : now));
  const newest = () => queryClient.getQueryData<Case>(["case", dispatchCase.id]) ?? dispatchCase;
  const send: CaseActions["send"] = async (request, values, isForced = false) => {
    setBusy(request);
    setFault(undefined);
    // An UNDO names no step: it means the newest one of the case as it was when its form was opened.
    const current = request.action === "UNDO" && open?.request === request ? open.seen : newest();
    try {
      const answer = await sendUnlessChanged(request, current, actionInputFromForm(values, isForced));
      showRemarks(answer);
      closeFormOf(request);
      tell(request, { before: current, answer });
    } catch (error) {
      const known = await faultOf(error, { dispatchCase, request, isForced });
      showFault(known.message, { name: natural_id, beside: () => setFault(known) });
      if (known.stale === "gone") closeFormOf(request);
      // The dispatcher is told, so pressing the button once more is a decision on the case as it is now.
      if (known.stale === "offered") setOpen((now) => (now?.request === request ? { request, seen: newest() } : now));
    } finally {
      // At once, as the focus is about to go back to one of the fields.
      flushSync(() => setBusy((now) => (now === request ? undefined : now)));
    }
  };
  const begin = (request: CaseActionRequest) => {
    setFault(undefined);
    if (
      !actionNeedsForm(
        fieldRequirementsOfAction(request.action, dispatchCase, linkOfTour(dispatchCase, request.tour_id)),
      )
    )
      return void send(request, {});
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setOpen({ request, seen: dispatchCase });
  };
  return { open: open?.request, busy, fault, remarks, begin, send, close };
}

interface ActionResult {
  readonly before: Case;
  readonly answer: ActionAnswer;
}

/** Toast that an action is done, with undo where that is possible. */
function useActionDoneToast() {
  const t = useTranslations("inspector");
  const textOf = useFaultText();
  return ({ action, tour_id }: CaseActionRequest, { before, answer }: ActionResult) => {
    const message = t("done", { action: t(`action.${action}`), id: answer.natural_id });
    const links = answer.tour_case_states ?? [];
    const undoable = links.find((link) => (!tour_id || link.tour_id === tour_id) && link.actions.includes("UNDO"));
    if (undoable === undefined || action === "UNDO") return showToast(message);
    // The link was closed before and stays so after the undo: the button of the toast is confirmation enough.
    const isForced = linkOfTour(before, tour_id)?.bucket === "finished";
    const undo = { tour_id: undoable.tour_id, reason: t("undo_reason"), isForced };
    showUndoToast(message, {
      label: t("undo"),
      undo: () =>
        void undoCaseAction(answer, undo).catch((error: unknown) => {
          if (error instanceof CaseClashError) showClash(error);
          else showWarning(`${answer.natural_id}: ${textOf(error).message}`);
        }),
    });
  };
}

interface ActionAttempt {
  readonly dispatchCase: Case;
  readonly request: CaseActionRequest;
  readonly isForced: boolean;
}

function useActionFaultOf() {
  const t = useTranslations("inspector");
  const textOf = useFaultText();
  const clashTextOf = useClashText();
  const staleFault = (request: CaseActionRequest, fresh: Case, now = ""): ActionFault => {
    const stale = isActionOffered(request, fresh) ? "offered" : "gone";
    const message = t(`stale_${stale}`, { action: t(`action.${request.action}`), now });
    return { request, message, fields: {}, stale };
  };
  return async (error: unknown, { dispatchCase, request, isForced }: ActionAttempt): Promise<ActionFault> => {
    if (error instanceof CaseClashError) return staleFault(request, error.dispatchCase, clashTextOf(error));
    const { message } = textOf(error);
    if (!isApiProblem(error)) return { request, message, fields: {} };
    if (error.code === "LOCK_VERSION_CONFLICT" || error.code === "CASE_ACTION_NOT_ALLOWED") {
      const fresh = await queryClient
        .fetchQuery({ ...caseQuery(dispatchCase.id), staleTime: 0 })
        .catch(() => undefined);
      return fresh === undefined ? { request, message, fields: {} } : staleFault(request, fresh);
    }
    const isForcible = !isForced && canActionBeForced(request.action) && isForcibleRefusal(error);
    const names = findFaultyActionFields(error);
    const fields = Object.fromEntries(names.map((name) => [name, message]));
    return { request, message, fields, isForcible, level: error.arg("level") };
  };
}
