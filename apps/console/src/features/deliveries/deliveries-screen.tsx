import { IconButton } from "@leitstand/ui/icon-button";
import { EmptyState, FaultPanel, Skeleton } from "@leitstand/ui/states";
import { IconX } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { useReturnFocus } from "#shared/screen/return-focus.ts";
import type { ChangeBoardView } from "#shared/state/board-view.ts";
import { webhooksQuery } from "./deliveries.queries.ts";
import styles from "./deliveries.module.css";
import { DestinationList, PARTNER_QUEUE_DESTINATION_ID } from "./destinations.tsx";
import { PartnerQueue } from "./queue/partner-queue.tsx";
import { useStuckDeliveries } from "./use-deliveries.ts";
import { WebhookPage } from "./webhooks/webhook-page.tsx";

interface DeliveriesScreenProps {
  /** `queue`, or the id of a webhook; any other value chooses the first destination. */
  readonly chosen: string;
  readonly onView: ChangeBoardView;
}

/**
 * Deliveries to other systems: the systems on the left, beside them the deliveries to the chosen one and their actions.
 */
export function DeliveriesScreen({ chosen, onView }: DeliveriesScreenProps) {
  const t = useTranslations("deliveries");
  const frame = useRef<HTMLElement>(null);
  useReturnFocus();
  useEffect(() => frame.current?.focus(), []);
  return (
    <section className={styles["screen"]} aria-label={t("name")} tabIndex={-1} ref={frame} data-deliveries>
      <header className={styles["head"]}>
        <h2>{t("name")}</h2>
        <IconButton label={t("close")} onClick={() => onView({ deliveries: undefined })}>
          <IconX size={18} stroke={1.8} />
        </IconButton>
      </header>
      <DeliveriesBody chosen={chosen} onView={onView} />
    </section>
  );
}

function DeliveriesBody({ chosen, onView }: DeliveriesScreenProps) {
  const t = useTranslations("deliveries");
  const { hasWebhooks, hasQueue } = useStuckDeliveries();
  const query = useQuery({ ...webhooksQuery, enabled: hasWebhooks });
  const webhooks = hasWebhooks ? query.data : [];
  // A webhook that the address names is awaited. The queue waits for no webhook, and stays while webhooks are read
  // again.
  const isQueueReady = hasQueue && (chosen === PARTNER_QUEUE_DESTINATION_ID || query.errorUpdateCount > 0);
  const missing = webhooks === undefined ? <WebhooksPlaceholder query={query} /> : undefined;
  if (missing && !isQueueReady) return missing;
  const webhook = webhooks?.find(({ id }) => id === chosen) ?? (hasQueue ? undefined : webhooks?.[0]);
  if (webhook === undefined && !hasQueue) return <EmptyState>{t("no_webhooks")}</EmptyState>;
  return (
    <div className={styles["body"]}>
      <DestinationList
        webhooks={webhooks ?? []}
        missing={missing}
        hasQueue={hasQueue}
        chosen={webhook?.id ?? PARTNER_QUEUE_DESTINATION_ID}
        onChoose={(deliveries) => onView({ deliveries })}
      />
      <div className={styles["page"]}>
        {webhook === undefined ? <PartnerQueue onView={onView} /> : <WebhookPage key={webhook.id} webhook={webhook} />}
      </div>
    </div>
  );
}

/** Placeholder for the webhooks: they are loading, or the reason why they could not be read, with a retry. */
function WebhooksPlaceholder({ query: { error, refetch } }: { query: Pick<UseQueryResult, "error" | "refetch"> }) {
  const t = useTranslations("deliveries");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  if (error === null) return <Skeleton rows={5} height={48} label={t("loading")} />;
  return <FaultPanel texts={{ ...textOf(error), retry: f("retry"), copy: f("copy") }} onRetry={() => void refetch()} />;
}
