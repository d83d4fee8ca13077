import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { api } from "#shared/api/api.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { DateTimeInput } from "#shared/editing/date-time-input.tsx";
import { isDateTimeFieldReadable } from "#shared/text/temporal.ts";
import { addDays, dateTimeFieldToInstant, instantToDateTimeField } from "#shared/text/time.ts";
import { showToast } from "#shared/screen/toasts.tsx";
import { useFaultDisplay, useIsShown } from "#shared/screen/use-fault-display.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { storeAnsweredTour } from "#live/store.ts";
import styles from "../tour-timeline.module.css";

interface DuplicateProps {
  readonly tour: TimelineTour;
  readonly onDone: () => void;
}

/** Form that plans the same crew at another time; the cases stay with the old tour. */
export function DuplicateTourForm({ tour, onDone }: DuplicateProps) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const [start, setStart] = useState(() => startOnNextDay(tour));
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isShown = useIsShown();
  const showFault = useFaultDisplay();
  const copy = async () => {
    setBusy(true);
    try {
      const made = await storeAnsweredTour(
        api.duplicateTour({ tour_id: tour.id, scheduled_start_at: dateTimeFieldToInstant(start) }),
      );
      showToast(t("duplicated", { tour: made.name ?? made.natural_id }));
      // Where the form was left before, another one may be open.
      if (isShown()) onDone();
    } catch (error) {
      setBusy(false);
      showFault(textOf(error).message, { name: tour.name ?? tour.natural_id, beside: setFault });
    }
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isDateTimeFieldReadable(start)) void copy();
  };
  return (
    <form className={styles["form"]} onSubmit={send}>
      <p>{t("duplicate_hint", { tour: tour.name ?? tour.natural_id })}</p>
      <DateTimeInput
        label={t("field_start")}
        value={start}
        onChange={({ currentTarget }) => setStart(currentTarget.value)}
        error={fault}
        readOnly={isBusy}
        required
        data-autofocus
      />
      <div className={styles["foot"]}>
        <BoardOutdatedNote />
        <Button variant="default" onClick={onDone}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={isBusy}>
          {t("duplicate")}
        </Button>
      </div>
    </form>
  );
}

/** Start on the next day at the same local time, even when the clocks change in that night. */
function startOnNextDay(tour: TimelineTour): string {
  const field = instantToDateTimeField(tour.scheduled_start_at ?? tour.started_at ?? tour.created_at);
  const [day = "", time = ""] = field.split("T");
  return `${addDays(day, 1)}T${time}`;
}
