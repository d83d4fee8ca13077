import type { Webhook } from "@leitstand/contract/board/webhook";
import { InlineFault } from "@leitstand/ui/states";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { showToast } from "#shared/screen/toasts.tsx";
import { useNow } from "#shared/text/now.ts";
import { formatDayAndClock } from "#shared/text/time.ts";
import { useDeliveryAction } from "../deliveries.queries.ts";
import styles from "../deliveries.module.css";
import { DestinationHealthLine } from "../destinations.tsx";
import { healthOfDeliveryDestination, webhookName } from "../health.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { RecoverDeliveriesDialog } from "./recover-dialog.tsx";
import { WebhookSecretDialog } from "./secret-dialog.tsx";

/** Page of one webhook: its health, its actions, and its deliveries. */
export function WebhookPage({ webhook }: { webhook: Webhook }) {
  const may = useHasGrant();
  return (
    <>
      <header className={styles["summary"]}>
        <h3>{webhookName(webhook)}</h3>
        <p className={styles["address"]}>{webhook.url}</p>
        <DestinationHealthLine health={healthOfDeliveryDestination(webhook)} />
        <TemporaryWebhookStates webhook={webhook} />
        {may("writeWebhooks") && <WebhookActions webhook={webhook} />}
      </header>
      <DeliveryList webhook={webhook} />
    </>
  );
}

/** States of a webhook that end by themselves: a former secret still valid, and a recovery under way. */
function TemporaryWebhookStates({
  webhook: { active, previous_secret_until, recovering_since },
}: {
  webhook: Webhook;
}) {
  const t = useTranslations("deliveries");
  const locale = useLocale();
  const now = useNow();
  const isRotating = previous_secret_until !== null && Date.parse(previous_secret_until) > now;
  return (
    <>
      {!active && <p>{t("off_hint")}</p>}
      {isRotating && <p>{t("previous_secret", { time: formatDayAndClock(previous_secret_until, locale) })}</p>}
      {recovering_since !== null && <p>{t("recovering", { time: formatDayAndClock(recovering_since, locale) })}</p>}
    </>
  );
}

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const t = useTranslations("deliveries");
  const [dialog, setDialog] = useState<"recover" | "secret">();
  const { id, active, lock_version } = webhook;
  const name = webhookName(webhook);
  const test = useDeliveryAction(() => api.testWebhook({ id }), { name, onDone: () => showToast(t("test_sent")) });
  const switchOn = useDeliveryAction(() => api.updateWebhook({ id, active: true, lock_version }), { name });
  return (
    <>
      <div className={styles["steps"]}>
        {active ? (
          <Button variant="default" size="compact-sm" onClick={() => setDialog("recover")}>
            {t("recover")}
          </Button>
        ) : (
          <Button size="compact-sm" loading={switchOn.isBusy} onClick={() => switchOn.run(undefined)}>
            {t("switch_on")}
          </Button>
        )}
        <Button variant="default" size="compact-sm" loading={test.isBusy} onClick={() => test.run(undefined)}>
          {t("test")}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setDialog("secret")}>
          {t("new_secret")}
        </Button>
      </div>
      <InlineFault>{switchOn.fault ?? test.fault}</InlineFault>
      {dialog === "recover" && <RecoverDeliveriesDialog webhook={webhook} onClose={() => setDialog(undefined)} />}
      {dialog === "secret" && <WebhookSecretDialog webhook={webhook} onClose={() => setDialog(undefined)} />}
    </>
  );
}
