import type { Webhook } from "@leitstand/contract/board/webhook";
import { InlineFault } from "@leitstand/ui/states";
import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { useNow } from "#shared/text/now.ts";
import { formatDayAndClock } from "#shared/text/time.ts";
import { useDeliveryAction } from "../deliveries.queries.ts";
import styles from "../deliveries.module.css";
import { webhookName } from "../health.ts";

interface SecretDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/**
 * Dialog that gives a webhook a new secret. It is shown only until the dialog closes, so a stray key or click does not
 * close it.
 */
export function WebhookSecretDialog({ webhook, onClose }: SecretDialogProps) {
  const t = useTranslations("deliveries");
  const rotate = useDeliveryAction(() => api.rotateWebhookSecret({ id: webhook.id }), { name: webhookName(webhook) });
  const isLocked = rotate.isBusy || rotate.data !== undefined;
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t("secret_title", { name: webhookName(webhook) })}
      closeOnEscape={!isLocked}
      closeOnClickOutside={!isLocked}
      withCloseButton={!isLocked}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <div className={styles["dialog"]}>
        {rotate.data === undefined ? (
          <>
            <FormerSecretHint until={webhook.previous_secret_until} />
            <InlineFault>{rotate.fault}</InlineFault>
            <div className={styles["choices"]}>
              <Button variant="default" onClick={onClose} data-autofocus>
                {t("cancel")}
              </Button>
              <Button loading={rotate.isBusy} onClick={() => rotate.run(undefined)}>
                {t("secret_go")}
              </Button>
            </div>
          </>
        ) : (
          <NewSecretView secret={rotate.data.secret} until={rotate.data.previous_secret_until} onClose={onClose} />
        )}
      </div>
    </Modal>
  );
}

/** Hint that exchanging a secret again before its predecessor has expired ends that one at once. */
function FormerSecretHint({ until }: { until: string | null }) {
  const t = useTranslations("deliveries");
  const isRotating = useNow() < Date.parse(until ?? "");
  return (
    <>
      <p>{t("secret_hint")}</p>
      {isRotating && <p className={styles["warning"]}>{t("secret_twice")}</p>}
    </>
  );
}

interface NewSecretProps {
  readonly secret: string;
  readonly until: string | null;
  readonly onClose: () => void;
}

function NewSecretView({ secret, until, onClose }: NewSecretProps) {
  const t = useTranslations("deliveries");
  const locale = useLocale();
  const [isCopied, setCopied] = useState(false);
  // A page without https has no clipboard: there the whole secret is selected, to be copied by hand.
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  };
  return (
    <>
      <p>{t("secret_once")}</p>
      <code className={styles["secret"]}>{secret}</code>
      {until !== null && <p>{t("previous_secret", { time: formatDayAndClock(until, locale) })}</p>}
      <div className={styles["choices"]} role="status">
        {navigator.clipboard !== undefined && (
          <Button variant="default" onClick={() => void copy()} data-autofocus>
            {t(isCopied ? "copied" : "copy")}
          </Button>
        )}
        <Button onClick={onClose}>{t("secret_kept")}</Button>
      </div>
    </>
  );
}
