import type { WebhookDelivery } from "@leitstand/contract/board/webhook";
import { Glyph, type GlyphShape } from "@leitstand/ui/glyph";
import { InlineFault } from "@leitstand/ui/states";
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { useLocale, useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { formatDayAndClock } from "#shared/text/time.ts";
import { useDeliveryAction } from "../deliveries.queries.ts";
import styles from "../deliveries.module.css";
import { useLastDeliveryAnswerText } from "../answer-text.ts";

const deliveryStatusStyles: Readonly<
  Record<WebhookDelivery["status"], { readonly shape: GlyphShape; readonly color: string }>
> = {
  PENDING: { shape: "ring-half", color: "var(--state-assigned)" },
  DELIVERED: { shape: "tick", color: "var(--state-closed)" },
  FAILED: { shape: "triangle", color: "var(--late)" },
  HELD: { shape: "pause", color: "var(--state-open)" },
};

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  /** Whether the webhook is switched on; deliveries of another cannot be sent again. */
  readonly isActive: boolean;
}

export function DeliveryRow({ delivery, isActive }: DeliveryRowProps) {
  const t = useTranslations("deliveries");
  const locale = useLocale();
  const may = useHasGrant();
  const details = useId();
  const [isOpen, setOpen] = useState(false);
  const { id, webhook_id, type, status, occurred_at } = delivery;
  const time = formatDayAndClock(occurred_at, locale);
  const resend = useDeliveryAction(() => api.resendWebhookDelivery({ id: webhook_id, delivery_id: id }), {
    name: `${type}, ${time}`,
  });
  return (
    <li className={styles["row"]}>
      <Glyph {...deliveryStatusStyles[status]} label={t(`state.${status}`)} />
      <button
        type="button"
        className={styles["what"]}
        aria-expanded={isOpen}
        aria-controls={details}
        onClick={() => setOpen(!isOpen)}
      >
        <strong>{type}</strong>
        <time dateTime={occurred_at}>{time}</time>
      </button>
      <DeliveryProgress delivery={delivery} />
      {isActive && may("writeWebhooks") && (
        <Button
          variant="default"
          size="compact-sm"
          loading={resend.isBusy}
          aria-label={t("resend_named", { type, time })}
          onClick={() => resend.run(undefined)}
        >
          {t("resend")}
        </Button>
      )}
      <div className={styles["more"]} id={details}>
        <InlineFault>{resend.fault}</InlineFault>
        {isOpen && <DeliveryDetails delivery={delivery} />}
      </div>
    </li>
  );
}

/** Progress of a delivery: its state, how often it was tried, the last answer, and the next attempt. */
function DeliveryProgress({
  delivery: { status, attempts, last_status, last_error, due_at },
}: Pick<DeliveryRowProps, "delivery">) {
  const t = useTranslations("deliveries");
  const locale = useLocale();
  const answer = useLastDeliveryAnswerText()({ last_status, last_error });
  return (
    <span className={styles["progress"]}>
      <span>{[t(`state.${status}`), t("attempts", { count: attempts })].join(" · ")}</span>
      <span>
        {[answer, status === "PENDING" && due_at !== null ? t("next", { time: formatDayAndClock(due_at, locale) }) : ""]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </span>
  );
}

function DeliveryDetails({ delivery }: Pick<DeliveryRowProps, "delivery">) {
  const t = useTranslations("deliveries");
  const locale = useLocale();
  const { id, sequence, last_attempt_at, delivered_at, last_status, last_error } = delivery;
  const at = (time: string | null) => (time === null ? "–" : formatDayAndClock(time, locale));
  const facts = [
    ["webhook-id", <code key="id">{id}</code>],
    ["sequence", <code key="sequence">{sequence}</code>],
    [t("last_attempt"), at(last_attempt_at)],
    [t("last_answer"), last_status ?? last_error ?? "–"],
    [t("delivered"), at(delivered_at)],
  ] as const;
  return (
    <dl className={styles["facts"]}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
