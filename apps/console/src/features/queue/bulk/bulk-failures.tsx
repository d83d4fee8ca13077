import type { KeyboardEvent } from "react";
import { useTranslations } from "use-intl";
import { isForcibleRefusal } from "#live/case-actions.ts";
import { CaseClashError } from "#live/clash/clash.ts";
import { useClashText } from "#live/clash/clash-text.ts";
import { useFaultText } from "#shared/api/faults.ts";
import type { QueueCase } from "../list/queue-case.ts";
import { CaseNotOnTourError } from "./bulk-actions.ts";
import styles from "./bulk-bar.module.css";
import type { BulkProgress } from "./bulk-run.ts";

type BulkFailureList = BulkProgress<QueueCase>["failures"];

interface BulkFailuresProps {
  readonly failures: BulkFailureList;
  readonly onRetry: () => void;
  readonly onForce: () => void;
  readonly onDecide: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Whether a failed case may be sent again: one that was changed in the meantime needs a decision first. */
export const isRetryable = (error: unknown) => !(error instanceof CaseClashError);

/** Lists which cases failed and why, and offers what can be done about them. */
export function BulkFailures({ failures, onRetry, onForce, onDecide, onKeyDown }: BulkFailuresProps) {
  const t = useTranslations("queue");
  const count = (is: (error: unknown) => boolean) => failures.filter(({ error }) => is(error)).length;
  const [forcible, retriable] = [count(isForcibleRefusal), count(isRetryable)];
  const clashing = failures.length - retriable;
  return (
    <>
      <FailureReasons failures={failures} />
      {clashing > 0 && (
        <button type="button" className={styles["main"]} onClick={onDecide} onKeyDown={onKeyDown} autoFocus>
          {t("decide", { count: clashing })}
        </button>
      )}
      {retriable > 0 && (
        <button
          type="button"
          className={styles[clashing > 0 ? "plain" : "main"]}
          onClick={onRetry}
          onKeyDown={onKeyDown}
          autoFocus={clashing === 0}
        >
          {t("retry_failed", { count: retriable })}
        </button>
      )}
      {forcible > 0 && (
        <button type="button" className={styles["plain"]} onClick={onForce} onKeyDown={onKeyDown}>
          {t("force_failed", { count: forcible })}
        </button>
      )}
    </>
  );
}

/**
 * Reasons of failures. A clash names its case and what has changed; cases that failed for the same reason are listed
 * together.
 */
function FailureReasons({ failures }: { failures: BulkFailureList }) {
  const t = useTranslations("queue");
  const textOf = useFaultText();
  const clashTextOf = useClashText();
  const casesByReason = new Map<string, QueueCase[]>();
  for (const { item, error } of failures) {
    if (error instanceof CaseClashError) continue;
    const reason = error instanceof CaseNotOnTourError ? t("not_on_tour") : textOf(error).message;
    casesByReason.set(reason, [...(casesByReason.get(reason) ?? []), item]);
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and has nothing in it to stop at
    <ul className={styles["failures"]} aria-label={t("failures")} tabIndex={0}>
      {failures.map(
        ({ item, error }) => error instanceof CaseClashError && <li key={item.id}>{clashTextOf(error)}</li>,
      )}
      {[...casesByReason].map(([reason, cases]) => (
        <li key={reason}>
          <code>{cases.map(({ natural_id }) => natural_id).join(", ")}</code> {reason}
        </li>
      ))}
    </ul>
  );
}
