import { Button } from "@mantine/core";
import { IconAlertTriangleFilled, IconInfoCircle } from "@tabler/icons-react";
import { useTranslations } from "use-intl";
import { InlineTextIcon } from "@leitstand/ui/signs";
import { KeyboardKey, TraceId } from "@leitstand/ui/states";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import type { FaultText } from "#shared/api/faults.ts";
import styles from "./submit-bar.module.css";
import type { MissingCaseFact } from "../fields/missing-data.ts";

interface SubmitBarProps {
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly isBlocked: boolean;
  readonly faultCount: number;
  readonly missing: readonly MissingCaseFact[];
  readonly problem: FaultText | undefined;
  readonly onNextFault: () => void;
  readonly onSave: (next: boolean) => void;
}

/** Bar that is always visible: faults that prevent saving, what a crew would still need, and the buttons that save. */
export function SubmitBar({ isNew, isBusy, isBlocked, onSave, ...told }: SubmitBarProps) {
  const t = useTranslations("case-form");
  return (
    <footer className={styles["bar"]}>
      <SubmitStatus {...told} />
      <BoardOutdatedNote />
      {isNew && (
        <Button
          size="xs"
          variant="default"
          disabled={isBlocked}
          loading={isBusy}
          rightSection={
            <KeyboardKey>
              Ctrl <InlineTextIcon of="shift" label={t("key_shift")} />{" "}
              <InlineTextIcon of="enter" label={t("key_enter")} />
            </KeyboardKey>
          }
          onClick={() => onSave(true)}
        >
          {t("save_next")}
        </Button>
      )}
      <Button
        size="xs"
        type="submit"
        disabled={isBlocked}
        loading={isBusy}
        rightSection={
          <KeyboardKey>
            Ctrl <InlineTextIcon of="enter" label={t("key_enter")} />
          </KeyboardKey>
        }
      >
        {t("save")}
      </Button>
    </footer>
  );
}

type SubmitStatusProps = Pick<SubmitBarProps, "faultCount" | "missing" | "problem" | "onNextFault">;

function SubmitStatus({ faultCount, missing, problem, onNextFault }: SubmitStatusProps) {
  const t = useTranslations("case-form");
  return (
    <div className={styles["told"]}>
      <div role="alert">
        {problem !== undefined && (
          <p className={styles["problem"]}>
            <IconAlertTriangleFilled size={14} aria-hidden /> <strong>{problem.message}</strong>{" "}
            <code>{problem.code}</code>{" "}
            {problem.traceId !== undefined && <TraceId traceId={problem.traceId} copy={t("copy_trace")} />}
          </p>
        )}
        {faultCount > 0 && (
          <button type="button" className={styles["faults"]} onClick={onNextFault}>
            <IconAlertTriangleFilled size={14} aria-hidden /> {t("faults", { count: faultCount })}
          </button>
        )}
      </div>
      <div role="status">
        {problem === undefined && faultCount === 0 && missing.length > 0 && (
          <p className={styles["missing"]}>
            <IconInfoCircle size={14} aria-hidden />
            {t("missing", { what: missing.map((name) => t(`missing_of.${name}`)).join(", ") })}
          </p>
        )}
      </div>
    </div>
  );
}
