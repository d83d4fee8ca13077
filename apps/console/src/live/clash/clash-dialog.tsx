import { Button, Modal } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { caseFactsSeenOf } from "@leitstand/client/case-sight";
import { deliberateAnswersOnly } from "#shared/screen/deliberate-answers.ts";
import { useReturnFocus } from "#shared/screen/return-focus.ts";
import { isForcibleRefusal, useAssignCaseWithUndo } from "../case-actions.ts";
import { refetchTours } from "../store.ts";
import { useOptimisticBoardWrite } from "../write.ts";
import { BoardOutdatedNote } from "./board-age.tsx";
import { clashChoicesOf, type ClashChoices } from "./choices.ts";
import styles from "./clash-dialog.module.css";
import { type CaseClashError, closeClash, type RequestedTour } from "./clash.ts";
import { useClashText } from "./clash-text.ts";
import { transferCase } from "./transfer.ts";

/**
 * Targets of the focus afterwards: the first section of the inspector, which suggests tours; else the list of cases.
 */
const FOCUS_FALLBACK_SELECTORS = ["aside h3 button", "[role=listbox]"];

interface ClashDialogProps {
  readonly clash: CaseClashError;
  readonly wanted: RequestedTour | undefined;
  /** Number of further clashes that wait for a decision. */
  readonly waiting: number;
}

/** Dialog after a clash: says which crew has the case since when, and asks for a decision. */
export function ClashDialog({ clash, wanted, waiting }: ClashDialogProps) {
  const t = useTranslations("clash");
  const { decide, busy, fault } = useClashDecision(clash, wanted);
  const choices = wanted && clashChoicesOf(clash, wanted);
  useReturnFocus(FOCUS_FALLBACK_SELECTORS);
  const leave = () => busy === undefined && closeClash();
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Escape closes this dialog alone: whatever is open behind it stays open.
    event.preventDefault();
    event.stopPropagation();
    leave();
  };
  return (
    <Modal
      opened
      centered
      size={560}
      onClose={leave}
      closeOnEscape={false}
      onKeyDown={press}
      {...deliberateAnswersOnly}
      title={<strong>{t(clashTitleKey(clash, wanted))}</strong>}
      withCloseButton={false}
    >
      <div className={styles["said"]} role="alert">
        <ClashExplanation {...{ clash, wanted }} because={choices?.because} />
        {fault !== undefined && <p className={styles["fault"]}>{fault.message}</p>}
      </div>
      <div className={styles["answers"]}>
        <Button size="compact-md" data-autofocus disabled={busy !== undefined} onClick={leave}>
          {t(choices?.takeOver || choices?.assign ? "leave" : "understood")}
        </Button>
        {wanted && choices && <DecisionButtons {...{ choices, wanted, decide, busy, insists: fault?.of }} />}
        <BoardOutdatedNote />
        {waiting > 0 && <span className={styles["waiting"]}>{t("waiting", { count: waiting })}</span>}
      </div>
    </Modal>
  );
}

function clashTitleKey({ changed, holders }: CaseClashError, wanted: RequestedTour | undefined) {
  if (wanted === undefined || holders.length === 0) return "title_changed";
  return changed.length > 0 ? "title_held" : "title_has_crew";
}

type SaidProps = Pick<ClashDialogProps, "clash" | "wanted"> & { readonly because: ClashChoices["because"] };

/** Text of who has the case, what has not been done, and why some choices are missing. */
function ClashExplanation({ clash, wanted, because }: SaidProps) {
  const t = useTranslations("clash");
  const textOf = useClashText();
  const names = { tour: clash.holders[0]?.name ?? "", wanted: wanted?.name ?? "" };
  return (
    <>
      <p>{textOf(clash)}</p>
      {because !== "already_there" && <p>{wanted ? t("not_assigned", { tour: wanted.name }) : t("not_done")}</p>}
      {because && <p className={styles["because"]}>{t(`because.${because}`, names)}</p>}
    </>
  );
}

type ClashDecision = "take_over" | "assign";
interface DecisionsProps {
  readonly choices: ClashChoices;
  readonly wanted: RequestedTour;
  readonly decide: (decision: ClashDecision, choices: ClashChoices) => void;
  readonly busy: ClashDecision | undefined;
  /** Decision that breaks a rule, so that it has to be confirmed. */
  readonly insists: ClashDecision | undefined;
}

function DecisionButtons({ choices, wanted, decide, busy, insists }: DecisionsProps) {
  const t = useTranslations("clash");
  const { takeOver, assign } = choices;
  const button = (decision: ClashDecision, text: "take_over" | NonNullable<ClashChoices["assign"]>) => (
    <Button
      size="compact-md"
      variant="default"
      loading={busy === decision}
      disabled={busy !== undefined && busy !== decision}
      onClick={() => decide(decision, choices)}
    >
      {t(insists === decision ? `insist.${text}` : text, { tour: wanted.name })}
    </Button>
  );
  return (
    <>
      {takeOver && button("take_over", "take_over")}
      {assign && button("assign", assign)}
    </>
  );
}

/** Carries out a decision on the version of the case that the dialog shows; another clash is shown in its turn. */
function useClashDecision(clash: CaseClashError, wanted: RequestedTour | undefined) {
  const t = useTranslations("clash");
  const textOf = useFaultText();
  const assign = useAssignCaseWithUndo();
  const carryOut = useOptimisticBoardWrite();
  const [busy, setBusy] = useState<ClashDecision>();
  const [fault, setFault] = useState<{ readonly of: ClashDecision; readonly message: string }>();
  const { id, natural_id } = clash.dispatchCase;

  const take = (tour: RequestedTour, { takeOver }: ClashChoices, options: ForcedDecision) => {
    if (!takeOver) return undefined;
    const { from, method } = takeOver;
    const { isForced, onRefused } = options;
    const transfer = {
      case_id: id,
      from: from.tour_id,
      to: tour.id,
      method,
      seen: caseFactsSeenOf(clash.dispatchCase),
      isForced,
    };
    const write = {
      wanted: tour,
      send: () => transferCase(transfer, t("take_over_reason")),
      text: () => t("taken_over", { case: natural_id, tour: tour.name, from: from.name }),
    };
    return carryOut(write, { name: natural_id, onRefused });
  };
  const carry = async (decision: ClashDecision, choices: ClashChoices, tour: RequestedTour) => {
    const isForced = fault?.of === decision;
    let isAsked = false;
    const onRefused = (error: unknown) => {
      isAsked = isForcibleRefusal(error) && !isForced;
      if (isAsked) setFault({ of: decision, message: textOf(error).message });
      return isAsked;
    };
    setBusy(decision);
    if (decision === "take_over") await take(tour, choices, { isForced, onRefused });
    else
      await assign({ id, natural_id, seen: caseFactsSeenOf(clash.dispatchCase) }, tour, {
        isForced,
        isSecond: true,
        onRefused,
      });
    await refetchTours([tour.id, ...clash.holders.map(({ tour_id }) => tour_id)]);
    setBusy(undefined);
    if (!isAsked) closeClash();
  };
  const decide: DecisionsProps["decide"] = (decision, choices) => wanted && void carry(decision, choices, wanted);
  return { decide, busy, fault };
}
interface ForcedDecision {
  readonly isForced: boolean;
  readonly onRefused: (error: unknown) => boolean;
}
