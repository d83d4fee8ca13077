import type { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import { Glyph, type GlyphShape } from "@leitstand/ui/glyph";
import { InlineFault } from "@leitstand/ui/states";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { useBoard, useEntity } from "#live/use-entities.ts";
import { api } from "#shared/api/api.ts";
import { useHasGrant } from "#shared/api/me.ts";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { formatDayAndClock } from "#shared/text/time.ts";
import { useLastDeliveryAnswerText } from "../answer-text.ts";
import { useDeliveryAction } from "../deliveries.queries.ts";
import styles from "../deliveries.module.css";
import { SkipEventDialog } from "./skip-dialog.tsx";

const eventStatusStyles: Readonly<
  Record<QueuedEvent["status"], { readonly shape: GlyphShape; readonly color: string }>
> = {
  CREATED: { shape: "ring-half", color: "var(--state-assigned)" },
  FAILED: { shape: "triangle", color: "var(--late)" },
  FAILED_UPDATE_CASE_IN_TF: { shape: "triangle", color: "var(--late)" },
  SKIPPED: { shape: "minus", color: "var(--tx-3)" },
};

interface EventRowProps {
  readonly event: QueuedEvent;
  readonly onView: ChangeBoardView;
}

export function QueuedEventRow({ event, onView }: EventRowProps) {
  const t = useTranslations("deliveries");
  const may = useHasGrant();
  const { type, status, case_id } = event;
  const subject = useEventSubject(event);
  const [isSkipping, setSkipping] = useState(false);
  const what = t(`event.${type}`);
  const retry = useRetryEvent(event, `${what}, ${subject}`);
  const named = { what, subject };
  return (
    <li className={styles["row"]}>
      <Glyph {...eventStatusStyles[status]} label={t(`event_state.${status}`)} />
      <span className={styles["what"]}>
        <strong>{what}</strong>
        {case_id === null ? (
          <span>{subject}</span>
        ) : (
          <button
            type="button"
            className="link-button"
            aria-label={t("open_case", { subject })}
            onClick={() => onView({ case: case_id, deliveries: undefined })}
          >
            {subject}
          </button>
        )}
      </span>
      <EventProgress event={event} />
      {may("updateQueuedEvent") && (
        <span className={styles["buttons"]}>
          {event.blocked_by === null && (
            <Button
              variant="default"
              size="compact-sm"
              loading={retry.isBusy}
              aria-label={t("retry_named", named)}
              onClick={() => retry.run(undefined)}
            >
              {t("retry")}
            </Button>
          )}
          {status !== "SKIPPED" && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t("skip_named", named)}
              onClick={() => setSkipping(true)}
            >
              {t("skip")}
            </Button>
          )}
        </span>
      )}
      <div className={styles["more"]}>
        <InlineFault>{retry.fault}</InlineFault>
      </div>
      {isSkipping && <SkipEventDialog event={event} {...named} onClose={() => setSkipping(false)} />}
    </li>
  );
}

const useRetryEvent = ({ id, lock_version }: QueuedEvent, name: string) =>
  useDeliveryAction(() => api.updateQueuedEvent({ id, status: "CREATED", lock_version }), { name });

/** Name of the case, tour or vehicle that the event is about: its number as far as the board knows it. */
function useEventSubject({ case_id, tour_id, vehicle_id, external_id }: QueuedEvent): string {
  const t = useTranslations("deliveries");
  const dispatchCase = useEntity("case", case_id ?? undefined);
  const tour = useEntity("tour", tour_id ?? undefined);
  const vehicle = useBoard("calm")?.vehicles.get(vehicle_id ?? "");
  if (case_id !== null) return [dispatchCase?.natural_id, external_id].filter(Boolean).join(" · ") || t("a_case");
  if (tour_id !== null) return tour?.summary?.natural_id ?? t("a_tour");
  return vehicle?.license_plate ?? t("a_vehicle");
}

/** Progress of an event: since when it waits, how often it was tried, the last answer, and the next attempt. */
function EventProgress({ event }: Pick<EventRowProps, "event">) {
  const t = useTranslations("deliveries");
  const locale = useLocale();
  const answer = useLastDeliveryAnswerText()(event);
  const { created_at, attempts, status, due_at, blocked_by } = event;
  const next = blocked_by === null ? t("next", { time: formatDayAndClock(due_at, locale) }) : t("behind");
  return (
    <span className={styles["progress"]}>
      <span>
        {[t("waits_since", { time: formatDayAndClock(created_at, locale) }), t("attempts", { count: attempts })].join(
          " · ",
        )}
      </span>
      <span>{[answer, status === "CREATED" ? next : ""].filter(Boolean).join(" · ")}</span>
    </span>
  );
}
