import { blockingViolationLevels, violationLevels } from "@leitstand/contract/core/violation-level";
import { Glyph } from "@leitstand/ui/glyph";
import { Button } from "@mantine/core";
import { useTranslations } from "use-intl";
import { useConstraintName } from "#shared/api/faults.ts";
import styles from "./action-notes.module.css";
import common from "../inspector.module.css";
import type { ActionFault, CaseActions, LastActionWarnings } from "./use-case-actions.ts";

interface BrokenRule {
  readonly constraint: string;
  readonly level: string;
  /** Delay in seconds, and the case that is late; without one the tour as a whole. */
  readonly delay_seconds?: number | null;
  readonly case_id?: string | null;
}
const violationLevelOrder: readonly string[] = violationLevels;
const isStoppingViolation = (level: string) => blockingViolationLevels.some((each) => each === level);

/** Broken rules of a plan, the worst first; acceptable ones are left out. */
export function ViolationList({ violations }: { violations: readonly BrokenRule[] }) {
  const t = useTranslations("inspector");
  const nameOf = useConstraintName();
  const shown = violations
    .filter(({ level }) => level !== "ACCEPTABLE")
    .toSorted((one, other) => violationLevelOrder.indexOf(one.level) - violationLevelOrder.indexOf(other.level));
  if (shown.length === 0) return null;
  return (
    <ul className={styles["violations"]}>
      {shown.map(({ constraint, level, delay_seconds, case_id }) => (
        <li key={`${constraint} ${level} ${case_id}`} data-grave={isStoppingViolation(level)}>
          <Glyph
            shape={isStoppingViolation(level) ? "triangle" : "triangle-outline"}
            color={isStoppingViolation(level) ? "var(--late)" : "var(--state-open)"}
            size={14}
          />
          {nameOf(constraint)}
          {delay_seconds ? ` ${t("delay", { minutes: Math.ceil(delay_seconds / 60) })}` : ""}
          <span className={common["meta"]}>{t(`level.${level}`)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Warnings that the last action was carried out with. */
export function ActionWarningsNote({ remarks }: { remarks: LastActionWarnings | undefined }) {
  const t = useTranslations("inspector");
  if (remarks === undefined) return null;
  return (
    <div className={`${common["note"]} ${styles["remarks"]}`} role="status">
      {remarks.warnings.map(({ code, tour_id }) => (
        <p key={`${code} ${tour_id}`}>{t(`warning.${code}`)}</p>
      ))}
    </div>
  );
}

/** Level of the broken rule that a forced action goes against; nothing where no rule is broken. */
export function ViolatedLevel({ fault: { isForcible, level } }: { fault: ActionFault }) {
  const t = useTranslations("inspector");
  return isForcible === true && level !== undefined && ` ${t("violated", { level: t(`level.${level}`) })}`;
}

/** Note on why an action failed, with the next step where there is one. */
export function ActionFaultNote({ fault, actions }: { fault: ActionFault | undefined; actions: CaseActions }) {
  const t = useTranslations("inspector");
  if (fault === undefined) return null;
  const { request, message, stale, isForcible } = fault;
  return (
    <div className={common["note"]} data-fault="true" role="alert">
      <p>{message}</p>
      {isForcible === true && (
        <p>
          <ViolatedLevel fault={fault} />{" "}
          <Button variant="default" size="compact-xs" onClick={() => void actions.send(request, {}, true)}>
            {t(`force.${request.action}`)}
          </Button>
        </p>
      )}
      {stale === "offered" && (
        <Button variant="default" size="compact-xs" onClick={() => actions.begin(request)}>
          {t("again", { action: t(`action.${request.action}`) })}
        </Button>
      )}
    </div>
  );
}
