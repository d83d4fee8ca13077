import { IconButton } from "@leitstand/ui/icon-button";
import { Progress as Bar, Select, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { useBoard } from "#live/use-entities.ts";
import { type ActionAnswer, assignCaseAsLastSeen, isForcibleRefusal, undoAssignment } from "#live/case-actions.ts";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { CaseClashError, showClash } from "#live/clash/clash.ts";
import { showToast, showUndoToast, showWarning } from "#shared/screen/toasts.tsx";
import { deliberateAnswersOnly } from "#shared/screen/deliberate-answers.ts";
import { useFrozenOptions } from "#shared/screen/use-frozen-options.ts";
import { unassignCase } from "./bulk-actions.ts";
import type { BegunBulkAction, BulkAction } from "./bulk.ts";
import styles from "./bulk-bar.module.css";
import { BulkFailures, isRetryable } from "./bulk-failures.tsx";
import { type BulkProgress, runInParallel } from "./bulk-run.ts";
import type { QueueCase } from "../list/queue-case.ts";
import { type TourChoice, listTourChoices } from "./tour-choices.ts";

interface BulkWorkProps {
  readonly bulk: BulkAction;
  readonly onStage: (stage: BegunBulkAction["stage"]) => void;
  readonly onDone: () => void;
  /** Called when all of it has worked, so that no case needs to stay picked. */
  readonly onFinished: () => void;
}
/** Maximum number of requests at once, so that the server still answers others quickly. */
const PARALLEL_MAX = 4;

/** Asks for the input of a bulk action, runs it, and says for each case why it failed. */
export function BulkActionRunner({ bulk, onStage, onDone, onFinished }: BulkWorkProps) {
  const t = useTranslations("queue");
  const { progress, isRunning, run, retry, force, decide } = useBulkRun(bulk, {
    onStage,
    onFinished: () => {
      onDone();
      onFinished();
    },
  });
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    if (!isRunning) onDone();
  };
  const failed = progress?.failures ?? [];
  return (
    <div className={styles["work"]} role="group" aria-label={t(`${bulk.action}_title`)} {...deliberateAnswersOnly}>
      <div className={styles["line"]}>
        <b>{t(`${bulk.action}_title`)}</b>
        <span>{bulk.cases.length === 1 ? bulk.cases[0]?.natural_id : t("cases", { count: bulk.cases.length })}</span>
        <span className={styles["gap"]} />
        <BoardOutdatedNote />
        <IconButton label={t("close")} disabled={isRunning} onClick={onDone} onKeyDown={leave}>
          <IconX size={15} aria-hidden />
        </IconButton>
      </div>
      {progress === undefined && bulk.action === "assign" && <TourField onTour={run} onKeyDown={leave} />}
      {progress === undefined && bulk.action === "unassign" && <ReasonField onReason={run} onKeyDown={leave} />}
      {progress !== undefined && <BulkProgressLine progress={progress} isRunning={isRunning} />}
      {!isRunning && failed.length > 0 && (
        <BulkFailures failures={failed} onRetry={retry} onForce={force} onDecide={decide} onKeyDown={leave} />
      )}
    </div>
  );
}

/** Runs a bulk action. Its last input is kept, so that failed cases can be tried again in the same way. */
function useBulkRun(
  { action, cases }: BulkAction,
  { onStage, onFinished }: Pick<BulkWorkProps, "onStage" | "onFinished">,
) {
  const t = useTranslations("queue");
  const words = useTranslations("actions");
  const takeAllBack = useTakingAssignmentsBack();
  const [progress, setProgress] = useState<BulkProgress<QueueCase>>();
  const [isRunning, setRunning] = useState(false);
  const [request, setRequest] = useState({ value: "", label: "" });
  const failures = progress?.failures ?? [];
  const run = async (
    items: readonly QueueCase[],
    { value, label }: BulkRequest,
    { kept, isForced }: { kept: typeof failures; isForced: boolean } = { kept: [], isForced: false },
  ) => {
    const answers: ActionAnswer[] = [];
    setRequest({ value, label });
    setRunning(true);
    onStage("running");
    const show = ({ done, total, failures: failed }: BulkProgress<QueueCase>) =>
      setProgress({ done: done + kept.length, total: total + kept.length, failures: [...kept, ...failed] });
    show({ done: 0, total: items.length, failures: [] });
    const carryOut = (item: QueueCase) =>
      action === "assign" ? assignCaseAsLastSeen(item, { tour_id: value, isForced }) : unassignCase(item, value);
    const work = async (item: QueueCase) => answers.push(await carryOut(item));
    const end = await runInParallel(items, work, { atMost: PARALLEL_MAX, onProgress: show });
    setRunning(false);
    onStage("ended");
    if (answers.length > 0) {
      const text = t(`${action}_done`, { count: answers.length, case: answers[0]?.natural_id ?? "", tour: label });
      if (action === "unassign") showToast(text);
      else showUndoToast(text, { label: words("undo"), undo: () => void takeAllBack(answers, value) });
    }
    if (end.failures.length + kept.length === 0) onFinished();
  };
  /** Runs failed cases again whose reason matches; all others stay as they are. */
  const again = (isMeant: (error: unknown) => boolean, isForced: boolean) => {
    const items = failures.filter(({ error }) => isMeant(error)).map(({ item }) => item);
    const kept = failures.filter(({ error }) => !isMeant(error));
    void run(items, request, { kept, isForced });
  };
  return {
    progress,
    isRunning,
    run: (wanted: BulkRequest) => void run(cases, wanted),
    retry: () => again(isRetryable, false),
    force: () => again(isForcibleRefusal, true),
    /** Asks about one case after the other: each clash gets a decision of its own. */
    decide: () => {
      const wanted = action === "assign" ? { id: request.value, name: request.label } : undefined;
      for (const { error } of failures) if (error instanceof CaseClashError) showClash(error, wanted);
      const rest = progress && withoutClashes(progress);
      setProgress(rest);
      if (!rest?.failures.length) onFinished();
    },
  };
}

/** Takes the cases of a bulk assignment back from their tour. */
function useTakingAssignmentsBack() {
  const t = useTranslations("queue");
  const words = useTranslations("actions");
  return async (answers: readonly ActionAnswer[], tour_id: string) => {
    const work = (answer: ActionAnswer) => undoAssignment(answer, tour_id, words("undo_reason"));
    const { failures } = await runInParallel(answers, work, { atMost: PARALLEL_MAX, onProgress: () => undefined });
    for (const { error } of failures) if (error instanceof CaseClashError) showClash(error);
    const others = failures.filter(isNoClash);
    if (others.length > 0)
      showWarning(t("undo_failed", { cases: others.map(({ item }) => item.natural_id).join(", ") }));
  };
}

const isNoClash = ({ error }: { readonly error: unknown }) => !(error instanceof CaseClashError);

/** Progress of the cases that are not decided one by one. */
function withoutClashes({ done, total, failures }: BulkProgress<QueueCase>): BulkProgress<QueueCase> {
  const others = failures.filter(isNoClash);
  const decided = failures.length - others.length;
  return { done: done - decided, total: total - decided, failures: others };
}

interface BulkRequest {
  readonly value: string;
  readonly label: string;
}
type OnBulkRequest = (request: BulkRequest) => void;
type OnKeyDown = (event: KeyboardEvent) => void;

interface TourOption extends TourChoice {
  readonly value: string;
}
const tourOptionOf = (choice: TourChoice): TourOption => ({ ...choice, value: choice.tour_id });

function TourField({ onTour, onKeyDown }: { onTour: OnBulkRequest; onKeyDown: OnKeyDown }) {
  const t = useTranslations("queue");
  const board = useBoard();
  const tours = useFrozenOptions(() => board && listTourChoices(board).map(tourOptionOf), true);
  return (
    <Select
      searchable
      onKeyDown={onKeyDown}
      autoFocus
      defaultDropdownOpened
      selectFirstOptionOnChange
      limit={60}
      maxDropdownHeight={260}
      // The arrow keys stay in the field; this only makes the list focusable.
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      aria-label={t("tour")}
      placeholder={t("tour_search")}
      nothingFoundMessage={t("tour_nothing")}
      comboboxProps={{ position: "top", portalProps: { target: "#main" } }}
      {...tours}
      renderOption={({ option }) => {
        const { is_taking, open_cases } = option as TourOption;
        return (
          <span className={styles["tour"]}>
            <span>{option.label}</span>
            <span>{is_taking ? t("tour_cases", { count: open_cases }) : t("tour_not_taking")}</span>
          </span>
        );
      }}
      onChange={(value, option) => value !== null && onTour({ value, label: option.label })}
    />
  );
}

function ReasonField({ onReason, onKeyDown }: { onReason: OnBulkRequest; onKeyDown: OnKeyDown }) {
  const t = useTranslations("queue");
  const [reason, setReason] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== "") onReason({ value: reason.trim(), label: "" });
  };
  return (
    <form className={styles["line"]} onSubmit={submit}>
      <TextInput
        autoFocus
        required
        onKeyDown={onKeyDown}
        maxLength={255}
        className={styles["grow"] ?? ""}
        aria-label={t("reason")}
        placeholder={t("reason")}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <button type="submit" className={styles["main"]} disabled={reason.trim() === ""}>
        {t("unassign")}
      </button>
    </form>
  );
}

function BulkProgressLine({ progress, isRunning }: { progress: BulkProgress<QueueCase>; isRunning: boolean }) {
  const t = useTranslations("queue");
  const { done, total, failures } = progress;
  return (
    <div className={styles["progress"]}>
      <Bar
        value={total === 0 ? 100 : (done / total) * 100}
        size={4}
        transitionDuration={0}
        aria-label={t("progress")}
      />
      <span role="status">
        {isRunning
          ? t("progress_running", { done, total })
          : t("progress_done", { done: done - failures.length, failed: failures.length })}
      </span>
    </div>
  );
}
