import { IconButton } from "@leitstand/ui/icon-button";
import { IconX } from "@tabler/icons-react";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { useHasGrant } from "#shared/api/me.ts";
import type { BegunBulkAction, BulkAction } from "./bulk.ts";
import styles from "./bulk-bar.module.css";
import type { QueueCase } from "../list/queue-case.ts";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const BulkWork = lazyComponent(async () => (await import("./bulk-action-runner.tsx")).BulkActionRunner);

interface BulkBarProps {
  readonly picked: readonly QueueCase[];
  readonly bulk: BegunBulkAction | undefined;
  readonly onBulk: (bulk: BulkAction | undefined) => void;
  readonly onStage: (stage: BegunBulkAction["stage"]) => void;
  readonly onClear: () => void;
  /** Called when the element with the focus is gone. */
  readonly onLeave: () => void;
}

/** Bar at the foot of the list: how many cases are picked, and the actions on them. */
export function BulkActionBar({ picked, bulk, onBulk, onStage, onClear, onLeave }: BulkBarProps) {
  const t = useTranslations("queue");
  const may = useHasGrant();
  const end = () => {
    onBulk(undefined);
    onLeave();
  };
  const clear = () => {
    onClear();
    onLeave();
  };
  if (bulk) {
    return (
      <div className={styles["bar"]}>
        <Suspense fallback={null}>
          <BulkWork key={bulk.number} bulk={bulk} onStage={onStage} onDone={end} onFinished={onClear} />
        </Suspense>
      </div>
    );
  }
  if (picked.length === 0) return null;
  return (
    <div className={styles["bar"]}>
      <BoardOutdatedNote />
      <div className={styles["line"]}>
        <b role="status">{t("picked", { count: picked.length })}</b>
        <span className={styles["gap"]} />
        {may("assignCaseToTour") && (
          <button type="button" className={styles["main"]} onClick={() => onBulk({ action: "assign", cases: picked })}>
            {t("assign")}
          </button>
        )}
        {may("receiveAction") && (
          <button
            type="button"
            className={styles["plain"]}
            onClick={() => onBulk({ action: "unassign", cases: picked })}
          >
            {t("unassign")}
          </button>
        )}
        <IconButton label={t("pick_none")} onClick={clear}>
          <IconX size={15} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
