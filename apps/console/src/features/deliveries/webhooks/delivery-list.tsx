import type { Webhook, WebhookDelivery } from "@leitstand/contract/board/webhook";
import { EmptyState, FaultPanel, RefreshingBar, Skeleton } from "@leitstand/ui/states";
import { SegmentedControl } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { deliveriesQuery } from "../deliveries.queries.ts";
import styles from "../deliveries.module.css";
import { LoadMoreButton } from "../more-button.tsx";
import { DeliveryRow } from "./delivery-row.tsx";

type DeliveryFilter = WebhookDelivery["status"] | "ALL";
const deliveryFilters: readonly DeliveryFilter[] = ["ALL", "FAILED", "HELD", "PENDING", "DELIVERED"];

/** The deliveries of a webhook, all or those in one state, the newest first. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("deliveries");
  const [filter, setFilter] = useState<DeliveryFilter>("ALL");
  return (
    <section className={styles["list"]} aria-label={t("list")}>
      <div className={styles["filter"]}>
        <SegmentedControl
          size="xs"
          aria-label={t("which")}
          value={filter}
          onChange={(value) => setFilter(value as DeliveryFilter)}
          data={deliveryFilters.map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
      </div>
      <DeliveryRows webhook={webhook} filter={filter} />
    </section>
  );
}

function DeliveryRows({ webhook, filter }: { webhook: Webhook; filter: DeliveryFilter }) {
  const t = useTranslations("deliveries");
  const f = useTranslations("faults");
  const textOf = useFaultText();
  const query = useInfiniteQuery(deliveriesQuery(webhook.id, filter === "ALL" ? undefined : filter));
  if (query.data === undefined) {
    if (query.error === null) return <Skeleton rows={6} height={44} label={t("loading")} />;
    const texts = { ...textOf(query.error), retry: f("retry"), copy: f("copy") };
    return <FaultPanel texts={texts} onRetry={() => void query.refetch()} />;
  }
  const rows = query.data.pages.flat();
  if (rows.length === 0) return <EmptyState>{t(filter === "ALL" ? "no_deliveries" : "none_of_these")}</EmptyState>;
  return (
    <>
      <RefreshingBar active={query.isFetching} />
      <ul>
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} isActive={webhook.active} />
        ))}
      </ul>
      <LoadMoreButton query={query} />
    </>
  );
}
