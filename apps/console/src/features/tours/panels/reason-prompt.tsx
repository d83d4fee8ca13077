import { InlineFault } from "@leitstand/ui/states";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { deliberateAnswersOnly } from "#shared/screen/deliberate-answers.ts";
import type { PlannedCaseTransfer, RefusedCaseTransfer } from "../drag/use-handover.ts";
import styles from "../tour-timeline.module.css";

interface PromptProps {
  readonly question: PlannedCaseTransfer;
  /** The refusal after which the question is asked again. */
  readonly refused: RefusedCaseTransfer | undefined;
  /** Called with the reason; undefined when the move is cancelled. */
  readonly onAnswer: (reason: string | undefined) => void;
}
const usualReasons = ["nearer", "busy", "vehicle"] as const;

/** Control to focus. A refusal comes at any time: a key that is meant for something else by then must send nothing. */
function controlToFocus(refused: RefusedCaseTransfer | undefined): "reason" | "cancel" | undefined {
  if (!refused) return "reason";
  return document.activeElement === document.body ? "cancel" : undefined;
}

/** Asks in place for the reason why a case changes tours: the crew that loses it reads the reason. */
export function TransferReasonPrompt({ question, refused, onAnswer }: PromptProps) {
  const t = useTranslations("tours");
  const [reason, setReason] = useState(refused?.reason ?? t("reason_nearer"));
  const [focused] = useState(() => controlToFocus(refused));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== "") onAnswer(reason.trim());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onAnswer(undefined);
  };
  const { transfer } = question;
  const title = useQuestionTitle(question);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every field
    <form
      className={styles["prompt"]}
      role="dialog"
      aria-label={title}
      onSubmit={send}
      onKeyDown={press}
      {...deliberateAnswersOnly}
    >
      <p>{title}</p>
      <label>
        {t("reason")}
        <input
          value={reason}
          maxLength={255}
          required
          autoFocus={focused === "reason"}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ target }) => setReason(target.value)}
        />
      </label>
      <UsualReasons onChoose={setReason} />
      <InlineFault>{refused?.why}</InlineFault>
      <span className={styles["answers"]}>
        <BoardOutdatedNote />
        <button
          type="button"
          className={styles["button"]}
          autoFocus={focused === "cancel"}
          onClick={() => onAnswer(undefined)}
        >
          {t("cancel")}
        </button>
        <button type="submit" className={styles["plan"]}>
          {t(`${transfer.isForced ? "force_" : ""}${transfer.method === "FORWARD" ? "forward" : "reassign"}`)}
        </button>
      </span>
    </form>
  );
}

function useQuestionTitle({ bar, toName, transfer }: PlannedCaseTransfer) {
  const t = useTranslations("tours");
  return t(transfer.method === "FORWARD" ? "ask_forward" : "ask_reassign", {
    case: bar.dispatchCase.natural_id,
    name: bar.dispatchCase.display_name,
    row: toName,
  });
}

function UsualReasons({ onChoose }: { onChoose: (reason: string) => void }) {
  const t = useTranslations("tours");
  return (
    <span className={styles["reasons"]}>
      {usualReasons.map((name) => (
        <button key={name} type="button" onClick={() => onChoose(t(`reason_${name}`))}>
          {t(`reason_${name}`)}
        </button>
      ))}
    </span>
  );
}
