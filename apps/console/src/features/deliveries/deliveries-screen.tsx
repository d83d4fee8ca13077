import { IconButton } from "@leitstand/ui/icon-button";
import { Blank, Fault, Skeleton } from "@leitstand/ui/states";
import { IconX } from "@tabler/icons-react";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { useFocusBack } from "#shared/screen/focus-back.ts";
import type { ChangeView } from "#shared/state/board-view.ts";
import { webhooksQuery } from "./deliveries.queries.ts";
import styles from "./deliveries.module.css";
import { Destinations, QUEUE } from "./destinations.tsx";
import { PartnerQueue } from "./queue/partner-queue.tsx";
import { useDeliveries } from "./use-deliveries.ts";
import { WebhookPage } from "./webhooks/webhook-page.tsx";

interface DeliveriesScreenProps {
  /** `queue`, or the id of a webhook; any other value chooses the first destination. */
  readonly chosen: string;
  readonly onView: ChangeView;
}

/**
 * Deliveries to other systems: the systems on the left, beside them the deliveries to the chosen one and their actions.
 */
export function DeliveriesScreen({ chosen, onView }: DeliveriesScreenProps) {
  const t = useTranslations("deliveries");
  const frame = useRef<HTMLElement>(null);
  useFocusBack();
  useEffect(() => frame.current?.focus(), []);
  return (
    <section className={styles["screen"]} aria-label={t("name")} tabIndex={-1} ref={frame} data-deliveries>
      <header className={styles["head"]}>
        <h2>{t("name")}</h2>
        <IconButton label={t("close")} onClick={() => onView({ deliveries: undefined })}>
          <IconX size={18} stroke={1.8} />
        </IconButton>
      </header>
      <Body chosen={chosen} onView={onView} />
    </section>
  );
}

function Body({ chosen, onView }: DeliveriesScreenProps) {
  const t = useTranslations("deliveries");
  const { hasWebhooks, hasQueue } = useDeliveries();
  const query = useQuery({ ...webhooksQuery, enabled: hasWebhooks });
  const webhooks = hasWebhooks ? query.data : [];
  // A webhook that the address names is awaited. The queue waits for no webhook, and stays while webhooks are read
  // again.
  const isQueueReady = hasQueue && (chosen === QUEUE || query.errorUpdateCount > 0);
  const missing = webhooks === undefined ? <MissingWebhooks query={query} /> : undefined;
  if (missing && !isQueueReady) return missing;
  const webhook = webhooks?.find(({ id }) => id === chosen) ?? (hasQueue ? undefined : webhooks?.[0]);
  if (webhook === undefined && !hasQueue) return <Blank>{t("no_webhooks")}</Blank>;
  return (
    <div className={styles["body"]}>
      <Destinations
        webhooks={webhooks ?? []}
        missing={missing}
        hasQueue={hasQueue}
        chosen={webhook?.id ?? QUEUE}
        onChoose={(deliveries) => onView({ deliveries })}
      />
      <div className={styles["page"]}>
        {webhook === undefined ? <PartnerQueue onView={onView} /> : <WebhookPage key={webhook.id} webhook={webhook} />}
      </div>
    </div>
  );
}

/** Placeholder for the webhooks: they are loading, or the reason why they could not be read, with a retry. */
function MissingWebhooks({ query: { error, refetch } }: { query: Pick<UseQueryResult, "error" | "refetch"> }) {
  const t = useTranslations("deliveries");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  if (error === null) return <Skeleton rows={5} height={48} label={t("loading")} />;
  return <Fault texts={{ ...textOf(error), retry: f("retry"), copy: f("copy") }} onRetry={() => void refetch()} />;
}
