import type { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import { InlineFault } from "@leitstand/ui/states";
import { Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { formatDayAndClock } from "#shared/text/time.ts";
import { useDeliveryAction, eventsWaitingBehindCountQuery } from "../deliveries.queries.ts";
import styles from "../deliveries.module.css";

interface SkipDialogProps {
  readonly event: QueuedEvent;
  /** Kind of the event and its subject, in words. */
  readonly what: string;
  readonly subject: string;
  readonly onClose: () => void;
}

/** Dialog before an event is skipped: says what the partner will not be told, and which events are sent next. */
export function SkipEventDialog({ event, what, subject, onClose }: SkipDialogProps) {
  const t = useTranslations("deliveries");
  const locale = useLocale();
  const { id, lock_version, created_at } = event;
  const { data: behind = 0 } = useQuery(eventsWaitingBehindCountQuery(event));
  const skip = useDeliveryAction(() => api.updateQueuedEvent({ id, status: "SKIPPED", lock_version }), {
    name: `${what}, ${subject}`,
    onClose,
  });
  return (
    <Modal opened centered onClose={onClose} title={t("skip_title")} closeButtonProps={{ "aria-label": t("close") }}>
      <div className={styles["dialog"]}>
        <p>{t("skip_lost", { what, subject, time: formatDayAndClock(created_at, locale) })}</p>
        {behind > 0 && <p>{t("skip_behind", { count: behind })}</p>}
        <p>{t("skip_back")}</p>
        <InlineFault>{skip.fault}</InlineFault>
        <div className={styles["choices"]}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("cancel")}
          </Button>
          <Button loading={skip.isBusy} onClick={() => skip.run(undefined)}>
            {t("skip_go")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
