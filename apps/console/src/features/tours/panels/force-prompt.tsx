import type { KeyboardEvent } from "react";
import { useTranslations } from "use-intl";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import type { CaseAsSeen } from "#live/case-actions.ts";
import styles from "../tour-timeline.module.css";

/** Refused assignment of dropped cases that may be forced. */
export interface RefusedAssignment {
  readonly cases: readonly CaseAsSeen[];
  readonly tour: { readonly id: string; readonly name: string };
  /** Reason of the refusal, in the API's words. */
  readonly why: string;
}
interface PromptProps {
  readonly refusal: RefusedAssignment;
  readonly onAnswer: (isMeant: boolean) => void;
}

/** Shows in place why an assignment was refused; the dispatcher may force it. */
export function ForceAssignmentPrompt({ refusal: { cases, tour, why }, onAnswer }: PromptProps) {
  const t = useTranslations("tours");
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
    >
      <p>{title}</p>
      <span id="tours-why">{why}</span>
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
