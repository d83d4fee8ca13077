import type { Webhook } from "@leitstand/contract/board/webhook";
import { InlineFault } from "@leitstand/ui/states";
import { Button, Modal } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { DateTimeInput } from "#shared/editing/date-time-input.tsx";
import { showToast } from "#shared/screen/toasts.tsx";
import { isDateTimeFieldReadable } from "#shared/text/temporal.ts";
import { instantToDateTimeField, shownOrTypedInstant } from "#shared/text/time.ts";
import { useDeliveryAction } from "../deliveries.queries.ts";
import styles from "../deliveries.module.css";
import { webhookName } from "../health.ts";

const DAY_MS = 86_400_000;

interface RecoverDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Dialog that sends again all deliveries since a time that have not got through. */
export function RecoverDeliveriesDialog({ webhook, onClose }: RecoverDialogProps) {
  const t = useTranslations("deliveries");
  const [proposed] = useState(() => webhook.failing_since ?? new Date(Date.now() - DAY_MS).toISOString());
  const [since, setSince] = useState(() => instantToDateTimeField(proposed));
  const recover = useDeliveryAction(
    () => api.recoverWebhook({ id: webhook.id, since: shownOrTypedInstant(since, proposed) }),
    { name: webhookName(webhook), onDone: () => showToast(t("recover_begun")), onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isDateTimeFieldReadable(since)) recover.run(undefined);
  };
  return (
    <Modal opened centered onClose={onClose} title={t("recover_title")} closeButtonProps={{ "aria-label": t("close") }}>
      <form onSubmit={submit} className={styles["dialog"]}>
        <p>{t("recover_hint", { name: webhookName(webhook) })}</p>
        <DateTimeInput
          label={t("since")}
          required
          withAsterisk={false}
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
          readOnly={recover.isBusy}
          data-autofocus
        />
        <InlineFault>{recover.fault}</InlineFault>
        <div className={styles["choices"]}>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={recover.isBusy}>
            {t("recover_go")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
