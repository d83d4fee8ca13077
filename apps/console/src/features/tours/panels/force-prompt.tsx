import type { KeyboardEvent } from "react";
import { useTranslations } from "use-intl";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { deliberateAnswersOnly } from "#shared/screen/deliberate-answers.ts";
import { type RefusedAssignment, refusalTextsOf } from "../drag/refused-assignment.ts";
import styles from "../tour-timeline.module.css";

interface PromptProps {
  readonly refusal: RefusedAssignment;
  readonly onAnswer: (isMeant: boolean) => void;
}

/** Shows in place why assignments were refused; the dispatcher may force them. */
export function ForceAssignmentPrompt({ refusal, onAnswer }: PromptProps) {
  const t = useTranslations("tours");
  const { cases, tour } = refusal;
  const title = t("ask_force", { case: cases[0]?.natural_id ?? "", count: cases.length, row: tour.name });
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onAnswer(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from every button
    <div
      className={styles["prompt"]}
      role="alertdialog"
      aria-label={title}
      aria-describedby="tours-why"
      onKeyDown={press}
      {...deliberateAnswersOnly}
    >
      <p>{title}</p>
      <div id="tours-why">
        {refusalTextsOf(refusal).map((text) => (
          <div key={text}>{text}</div>
        ))}
      </div>
      <span className={styles["answers"]}>
        <BoardOutdatedNote />
        <button type="button" className={styles["button"]} onClick={() => onAnswer(false)} autoFocus>
          {t("cancel")}
        </button>
        <button type="button" className={styles["plan"]} onClick={() => onAnswer(true)}>
          {t("force")}
        </button>
      </span>
    </div>
  );
}
