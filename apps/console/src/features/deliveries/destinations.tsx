import type { Webhook } from "@leitstand/contract/board/webhook";
import { Glyph } from "@leitstand/ui/glyph";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl";
import { signedInUserQuery, useHasGrant } from "#shared/api/me.ts";
import { formatDayAndClock } from "#shared/text/time.ts";
import { countQueuedEvents, partnerConnectorQuery, useQueuedEvents } from "./deliveries.queries.ts";
import styles from "./deliveries.module.css";
import {
  healthOfDeliveryDestination,
  healthOfPartnerQueue,
  type DeliveryDestinationHealth,
  deliveryHealthStyles,
  webhookName,
} from "./health.ts";

/** Value in the address that chooses the partner's queue. */
export const PARTNER_QUEUE_DESTINATION_ID = "queue";

interface DestinationsProps {
  readonly webhooks: readonly Webhook[];
  /** Content in the place of webhooks that are not there yet. */
  readonly missing: ReactNode;
  readonly hasQueue: boolean;
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** List of the systems that events are sent to, each with its health. */
export function DestinationList({ webhooks, missing, hasQueue, chosen, onChoose }: DestinationsProps) {
  const t = useTranslations("deliveries");
  const propsOf = (id: string) => ({ isChosen: id === chosen, onChoose: () => onChoose(id) });
  return (
    <nav className={styles["destinations"]} aria-label={t("destinations")}>
      {hasQueue && (
        <>
          <h3>{t("partner")}</h3>
          <QueueDestination {...propsOf(PARTNER_QUEUE_DESTINATION_ID)} />
        </>
      )}
      {(webhooks.length > 0 || missing) && <h3>{t("webhooks")}</h3>}
      {missing}
      {webhooks.map((webhook) => (
        <DestinationButton
          key={webhook.id}
          {...propsOf(webhook.id)}
          name={webhookName(webhook)}
          health={healthOfDeliveryDestination(webhook)}
        />
      ))}
    </nav>
  );
}

function QueueDestination(props: Omit<DestinationProps, "name" | "health">) {
  const t = useTranslations("deliveries");
  const [refused, failed] = [useQueuedEvents("FAILED_UPDATE_CASE_IN_TF"), useQueuedEvents("FAILED")];
  const health = healthOfPartnerQueue(countQueuedEvents(refused) + countQueuedEvents(failed), usePartnerConnector());
  return <DestinationButton {...props} name={t("queue")} health={health} />;
}

/** The partner's system, as far as the user may read it. */
export function usePartnerConnector() {
  const may = useHasGrant();
  const { data: me } = useQuery(signedInUserQuery);
  const isKnown = me?.tenant.type === "ROADSIDE_ASSISTANCE" && may("updateTenant");
  const { data } = useQuery({ ...partnerConnectorQuery(me?.tenant.id ?? ""), enabled: isKnown });
  return data ?? undefined;
}

interface DestinationProps {
  readonly name: string;
  readonly health: DeliveryDestinationHealth | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}
const DestinationButton = ({ name, health, isChosen, onChoose }: DestinationProps) => (
  <button
    type="button"
    className={styles["destination"]}
    aria-current={isChosen ? "true" : undefined}
    onClick={onChoose}
  >
    <strong>{name}</strong>
    {health && <DestinationHealthLine health={health} />}
  </button>
);

export function DestinationHealthLine({ health: { word, since, count = 0 } }: { health: DeliveryDestinationHealth }) {
  const t = useTranslations("deliveries.health");
  const locale = useLocale();
  const { shape, color } = deliveryHealthStyles[word];
  return (
    <span className={styles["health"]} data-health={word}>
      <Glyph shape={shape} color={color} size={14} />
      {t(word, { time: since === null ? "" : formatDayAndClock(since, locale), count })}
    </span>
  );
}
