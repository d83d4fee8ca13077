import { EmptyState, FaultPanel, KeyboardKey, Skeleton } from "@leitstand/ui/states";
import { useTranslations } from "use-intl";
import type { EntityStore } from "#live/entities.ts";
import { useStoreSelection } from "#live/use-entities.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHasGrant } from "#shared/api/me.ts";
import type { QueueTab } from "./queue-filter.ts";
import styles from "./queue.module.css";
import type { QueueRowsResult } from "./list/use-queue.ts";

/** Button that counts cases which have come in meanwhile; no row moves until it is pressed. */
export function ShowNewCasesButton({ count, onLoad }: { count: number; onLoad: () => void }) {
  const t = useTranslations("queue");
  return (
    <div className={styles["pill"]} role="status">
      {count > 0 && (
        <button type="button" onClick={onLoad}>
          {t("entering", { count })}
        </button>
      )}
    </div>
  );
}

interface NoRowsProps {
  readonly queue: QueueRowsResult;
  readonly tab: QueueTab;
  readonly onReset: (() => void) | undefined;
  readonly onNew: () => void;
}

/** Content of a list without rows: it is loading, has failed, finds nothing or is empty. */
export function EmptyQueue({ queue, tab, onReset, onNew }: NoRowsProps) {
  const t = useTranslations("queue");
  const faults = useTranslations("faults");
  const textOf = useFaultText();
  const may = useHasGrant();
  const { isPending, error, refetch } = queue.query;
  if (error) {
    const texts = { ...textOf(error), retry: faults("retry"), copy: faults("copy") };
    return <FaultPanel texts={texts} onRetry={() => void refetch()} />;
  }
  if (isPending) return <Skeleton rows={6} height={58} gap={16} label={t("loading")} />;
  if (onReset)
    return (
      <EmptyState
        action={
          <button type="button" className="link-button" onClick={onReset}>
            {t("reset")}
          </button>
        }
      >
        {t("nothing_found")}
      </EmptyState>
    );
  const action = may("createCase") && (
    <button type="button" className="link-button" onClick={onNew}>
      {t("new_case")} <KeyboardKey>C</KeyboardKey>
    </button>
  );
  return <EmptyState action={action}>{t(`empty_${tab}`)}</EmptyState>;
}

const hasBoardCutCases = (from: EntityStore) => from.board?.isCut.cases ?? false;

/** Hint that the board shows only a part of the cases, while the list has all of them. */
export function TruncatedHint() {
  const t = useTranslations("queue");
  const isCut = useStoreSelection(hasBoardCutCases);
  if (!isCut) return null;
  return <p className={styles["hint"]}>{t("truncated")}</p>;
}
