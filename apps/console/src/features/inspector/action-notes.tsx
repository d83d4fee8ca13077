import { Glyph } from "@leitstand/ui/glyph";
import { Button } from "@mantine/core";
import { useTranslations } from "use-intl";
import styles from "./inspector.module.css";
import type { ActionFault, CaseActions, Remarks } from "./use-case-actions.ts";

interface Violation {
  readonly constraint: string;
  readonly level: string;
}
const levels = ["CRITICAL", "SEVERE", "MODERATE", "MARGINAL", "ACCEPTABLE"];
const isGrave = (level: string) => level === "CRITICAL" || level === "SEVERE";

/** What speaks against a plan, the worst first. What is acceptable is not worth a line. */
export function Violations({ violations }: { violations: readonly Violation[] }) {
  const t = useTranslations("inspector");
  const shown = violations
    .filter(({ level }) => level !== "ACCEPTABLE")
    .toSorted((one, other) => levels.indexOf(one.level) - levels.indexOf(other.level));
  if (shown.length === 0) return null;
  return (
    <ul className={styles["violations"]}>
      {shown.map(({ constraint, level }) => (
        <li key={`${constraint} ${level}`} data-grave={isGrave(level)}>
          <Glyph
            shape={isGrave(level) ? "triangle" : "triangle-outline"}
            color={isGrave(level) ? "var(--late)" : "var(--state-open)"}
            size={14}
          />
          {t.has(`constraint.${constraint}`) ? t(`constraint.${constraint}`) : constraint}
          <span className={styles["meta"]}>{t(`level.${level}`)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What the last action was carried out in spite of. */
export function ActionRemarks({ remarks }: { remarks: Remarks | undefined }) {
  const t = useTranslations("inspector");
  if (remarks === undefined) return null;
  return (
    <div className={styles["note"]} role="status">
      {remarks.warnings.map(({ code, tour_id }) => (
        <p key={`${code} ${tour_id}`}>{t(`warning.${code}`)}</p>
      ))}
    </div>
  );
}

/** Why it did not work, with the way on where there is one. */
export function ActionFaultNote({ fault, actions }: { fault: ActionFault | undefined; actions: CaseActions }) {
  const t = useTranslations("inspector");
  if (fault === undefined) return null;
  const { wish, message, stale, forcible } = fault;
  return (
    <div className={styles["note"]} data-fault="true" role="alert">
      <p>{message}</p>
      {forcible !== undefined && (
        <p>
          {t("violated", { level: t(`level.${forcible}`) })}{" "}
          <Button variant="default" size="compact-xs" onClick={() => actions.send(wish, {}, true)}>
            {t("force", { action: t(`action.${wish.action}`) })}
          </Button>
        </p>
      )}
      {stale === "offered" && (
        <Button variant="default" size="compact-xs" onClick={() => actions.begin(wish)}>
          {t("again", { action: t(`action.${wish.action}`) })}
        </Button>
      )}
    </div>
  );
}
