import { notifications } from "@mantine/notifications";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useStore } from "@leitstand/app/store";
import { liveStreamStateStore } from "#live/stream-state.ts";
import { useHasGrant } from "#shared/api/me.ts";
import type { TimelineAxis } from "../grid/time-axis.ts";
import { calendarQuery } from "./calendar-query.ts";
import { refetchCalendarOnEvents } from "./follow-calendar.ts";
import { createRowAbsenceDrawing, type RowAbsenceDrawing } from "./row-absences.tsx";
import { useCalendarSpanTexts } from "./span-texts.ts";

export interface CalendarReaderProps {
  readonly axis: TimelineAxis;
  /** Called with each new result; undefined when there is none or the user may not read calendars. */
  readonly onRead: (next: RowAbsenceDrawing | undefined) => void;
}

/** Reads the calendar of the shown days for users who may see it; rows draw it, and conflicts are counted from it. */
export function AbsenceCalendarLoader({ axis, onRead }: CalendarReaderProps) {
  const enabled = useHasGrant()("readCalendars");
  const { day, days } = axis;
  // The old day stays until the next one has arrived, as with tours.
  const query = useQuery({ ...calendarQuery(day, days), enabled, placeholderData: keepPreviousData });
  const words = useCalendarSpanTexts();
  const calendar = enabled ? query.data : undefined;
  useEffect(() => refetchCalendarOnEvents(), []);
  useEffect(() => onRead(calendar && createRowAbsenceDrawing(calendar, words)), [calendar, words, onRead]);
  useCalendarFaultToast(query);
  return null;
}

const CALENDAR_FAULT_TOAST = "absences";
const FAULT_SHOWN_MS = 12_000;

/** Reports once that the calendar could not be read. While the board is not live, it reports that itself. */
function useCalendarFaultToast({
  isError,
  isSuccess,
  refetch,
}: Pick<ReturnType<typeof useQuery>, "isError" | "isSuccess" | "refetch">) {
  const t = useTranslations("absences");
  const state = useStore(liveStreamStateStore);
  const isSaid = useRef(false);
  useEffect(() => {
    if (isSuccess) {
      isSaid.current = false;
      notifications.hide(CALENDAR_FAULT_TOAST);
    }
    if (!isError || isSaid.current || state !== "live") return;
    isSaid.current = true;
    const again = () => {
      isSaid.current = false;
      notifications.hide(CALENDAR_FAULT_TOAST);
      void refetch();
    };
    notifications.show({
      id: CALENDAR_FAULT_TOAST,
      role: "status",
      autoClose: FAULT_SHOWN_MS,
      closeButtonProps: { "aria-label": t("close") },
      message: (
        <span style={{ display: "flex", gap: 12, alignItems: "center" }}>
          <span style={{ flex: 1 }}>{t("failed")}</span>
          <button type="button" className="link-button" onClick={again}>
            {t("retry")}
          </button>
        </span>
      ),
    });
  }, [isError, isSuccess, refetch, state, t]);
}
