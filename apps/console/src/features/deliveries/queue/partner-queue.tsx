import type { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import { EmptyState, FaultPanel, Skeleton } from "@leitstand/ui/states";
import { useLocale, useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { formatDayAndClock } from "#shared/text/time.ts";
import { countQueuedEvents, useQueuedEvents } from "../deliveries.queries.ts";
import styles from "../deliveries.module.css";
import { DestinationHealthLine, usePartnerConnector } from "../destinations.tsx";
import { healthOfDeliveryDestination } from "../health.ts";
import { LoadMoreButton } from "../more-button.tsx";
import { QueuedEventRow } from "./event-row.tsx";

/**
 * Events that the partner is still to be told: first those that failed, then those that wait, then those that were
 * skipped.
 */
export function PartnerQueue({ onView }: { onView: ChangeBoardView }) {
  const t = useTranslations("deliveries");
  return (
    <>
      <header className={styles["summary"]}>
        <h3>{t("queue")}</h3>
        <p>{t("queue_hint")}</p>
        <PartnerHealth />
      </header>
      <EventGroups onView={onView} />
    </>
  );
}

function PartnerHealth() {
  const t = useTranslations("deliveries");
  const locale = useLocale();
  const partner = usePartnerConnector();
  if (partner === undefined) return null;
  return (
    <>
      <p className={styles["address"]}>{partner.base_url}</p>
      <DestinationHealthLine health={healthOfDeliveryDestination(partner)} />
      {partner.paused_until !== null && <p>{t("paused", { time: formatDayAndClock(partner.paused_until, locale) })}</p>}
    </>
  );
}

function EventGroups({ onView }: { onView: ChangeBoardView }) {
  const t = useTranslations("deliveries");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  const groups = [
    { status: "FAILED_UPDATE_CASE_IN_TF", query: useQueuedEvents("FAILED_UPDATE_CASE_IN_TF") },
    { status: "FAILED", query: useQueuedEvents("FAILED") },
    { status: "CREATED", query: useQueuedEvents("CREATED") },
    { status: "SKIPPED", query: useQueuedEvents("SKIPPED") },
  ] as const;
  const missing = groups.filter(({ query }) => query.data === undefined);
  const fault = missing.find(({ query }) => query.error !== null)?.query.error;
  if (fault) {
    const retry = () => missing.forEach(({ query }) => void query.refetch());
    return <FaultPanel texts={{ ...textOf(fault), retry: f("retry"), copy: f("copy") }} onRetry={retry} />;
  }
  if (missing.length > 0) return <Skeleton rows={6} height={44} label={t("loading")} />;
  if (groups.every(({ query }) => countQueuedEvents(query) === 0)) return <EmptyState>{t("queue_empty")}</EmptyState>;
  return groups.map(({ status, query }) => <EventGroup key={status} status={status} query={query} onView={onView} />);
}

interface EventGroupProps {
  readonly status: QueuedEvent["status"];
  readonly query: ReturnType<typeof useQueuedEvents>;
  readonly onView: ChangeBoardView;
}

function EventGroup({ status, query, onView }: EventGroupProps) {
  const t = useTranslations("deliveries");
  const count = countQueuedEvents(query);
  const events = query.data?.pages.flatMap(({ queued_events }) => queued_events) ?? [];
  if (count === 0) return null;
  const title = t(`group.${status}`, { count });
  return (
    <section className={styles["list"]} aria-label={title}>
      <h4>{title}</h4>
      <ul>
        {events.map((event) => (
          <QueuedEventRow key={event.id} event={event} onView={onView} />
        ))}
      </ul>
      <LoadMoreButton query={query} />
    </section>
  );
}
