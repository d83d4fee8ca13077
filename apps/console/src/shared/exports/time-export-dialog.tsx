import { WORKING_TIME_EXPORT_DAYS_MAX, type TimeExportRequest } from "@leitstand/contract/board/exports";
import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { branchesQuery } from "#shared/api/queries.ts";
import { DATE_FIELD_MAX } from "#shared/editing/date-time-input.tsx";
import { useReturnFocus } from "#shared/screen/return-focus.ts";
import { withLazyTexts } from "#shared/text/later-texts.tsx";
import { isCalendarDay } from "#shared/text/temporal.ts";
import { addDays, localDayOf } from "#shared/text/time.ts";
import { exportTexts } from "./export-texts.ts";
import styles from "./exports.module.css";
import { LabelledChoice } from "./labelled-choice.tsx";
import { PeopleMultiSelect } from "./people-choice.tsx";
import { runExport } from "./run-export.tsx";

/** Dialog for the days and the form in which working time is exported. */
export const TimeExportDialog = withLazyTexts(TimeExportDialogContent, exportTexts);

interface TimeExportChoice extends Pick<TimeExportRequest, "rows" | "format" | "from" | "to"> {
  /** Id of a branch; empty for all that the user may see. */
  readonly branch_id: string;
  /** Ids of users; empty for all that the user may see. */
  readonly user_ids: string[];
}

function TimeExportDialogContent({ onClose }: { onClose: () => void }) {
  const t = useTranslations("exports");
  useReturnFocus();
  const [choice, setChoice] = useState<TimeExportChoice>(() => ({
    ...lastMonthDateRange(localDayOf(Date.now())),
    branch_id: "",
    user_ids: [],
    rows: "DAYS",
    format: "XLSX",
  }));
  const change = (part: Partial<TimeExportChoice>) => setChoice((before) => ({ ...before, ...part }));
  const fault = findDateRangeFault(choice);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault !== undefined) return;
    startTimeExport(choice, t("time_title_of", { from: choice.from, to: choice.to }));
    onClose();
  };
  return (
    <Modal opened centered onClose={onClose} title={t("time_title")} closeButtonProps={{ "aria-label": t("close") }}>
      <form onSubmit={submit} className={styles["dialog"]} noValidate>
        <div className={styles["pair"]}>
          <DayInput label={t("from")} value={choice.from} onChange={(from) => change({ from })} />
          <DayInput
            label={t("to")}
            value={choice.to}
            onChange={(to) => change({ to })}
            error={fault && t(`day_fault.${fault}`, { days: WORKING_TIME_EXPORT_DAYS_MAX })}
          />
        </div>
        <BranchChoice value={choice.branch_id} onChange={(branch_id) => change({ branch_id })} />
        <PeopleMultiSelect value={choice.user_ids} onChange={(user_ids) => change({ user_ids })} />
        <LabelledChoice
          label={t("rows")}
          value={choice.rows}
          onChange={(rows) => change({ rows })}
          data={[
            { value: "DAYS", label: t("row.DAYS") },
            { value: "TOURS", label: t("row.TOURS") },
          ]}
        />
        <LabelledChoice
          label={t("format")}
          value={choice.format}
          onChange={(format) => change({ format })}
          data={[
            { value: "XLSX", label: "Excel (XLSX)" },
            { value: "CSV", label: "CSV" },
          ]}
        />
        <div className={styles["choices"]}>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit">{t("export")}</Button>
        </div>
      </form>
    </Modal>
  );
}

function startTimeExport({ branch_id, user_ids, ...rest }: TimeExportChoice, title: string) {
  const wanted: TimeExportRequest = {
    ...rest,
    ...(branch_id === "" ? {} : { branch_ids: [branch_id] }),
    ...(user_ids.length === 0 ? {} : { user_ids }),
  };
  const key = `time ${JSON.stringify(wanted)}`;
  void runExport({ key, title, ask: (client, options) => client.exportTime(wanted, options) });
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly error?: string | undefined;
}
const DayInput = ({ onChange, ...props }: DayProps) => (
  <TextInput
    type="date"
    max={DATE_FIELD_MAX}
    required
    withAsterisk={false}
    {...props}
    onChange={(event) => onChange(event.target.value)}
  />
);

function BranchChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useTranslations("exports");
  const { data: branches = [] } = useQuery(branchesQuery);
  if (branches.length < 2) return null;
  return (
    <NativeSelect
      label={t("branch")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      data={[{ value: "", label: t("all_branches") }, ...branches.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}

/** The calendar month before that of `today`, in local days, both ends included. */
export function lastMonthDateRange(today: string): { from: string; to: string } {
  const to = addDays(`${today.slice(0, 8)}01`, -1);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** Rule that the chosen days break, checked before the server does. */
export function findDateRangeFault({
  from,
  to,
}: {
  from: string;
  to: string;
}): "missing" | "unreadable" | "order" | "length" | undefined {
  if (from === "" || to === "") return "missing";
  if (!isCalendarDay(from) || !isCalendarDay(to)) return "unreadable";
  if (to < from) return "order";
  return addDays(from, WORKING_TIME_EXPORT_DAYS_MAX - 1) < to ? "length" : undefined;
}
