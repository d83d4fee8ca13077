import type { Connector } from "@leitstand/contract/partners/connectors";
import type { Webhook } from "@leitstand/contract/board/webhook";
import type { GlyphShape } from "@leitstand/ui/glyph";

/** Health of a system that events are sent to; `word` is a key of the texts. */
export interface DeliveryDestinationHealth {
  readonly word: "well" | "standing" | "failing" | "off" | "GONE" | "FAILING" | "NO_BRANCH";
  /** Time since which nothing gets through. */
  readonly since: string | null;
  /** Number of events that wait for a decision of the user. */
  readonly count?: number;
}

export const deliveryHealthStyles: Readonly<
  Record<DeliveryDestinationHealth["word"], { readonly shape: GlyphShape; readonly color: string }>
> = {
  well: { shape: "tick", color: "var(--state-closed)" },
  standing: { shape: "triangle", color: "var(--late)" },
  failing: { shape: "triangle", color: "var(--late)" },
  off: { shape: "pause", color: "var(--tx-3)" },
  GONE: { shape: "triangle", color: "var(--late)" },
  FAILING: { shape: "triangle", color: "var(--late)" },
  NO_BRANCH: { shape: "triangle", color: "var(--late)" },
};

type DestinationState = Pick<Connector, "active" | "failing_since"> & Partial<Pick<Webhook, "disabled_reason">>;

export function healthOfDeliveryDestination({
  active,
  failing_since: since,
  disabled_reason,
}: DestinationState): DeliveryDestinationHealth {
  if (!active) return { word: disabled_reason ?? "off", since };
  return { word: since === null ? "well" : "failing", since };
}

/** Name of a webhook: its description, else the host that it calls. */
export const webhookName = ({ description, url }: Pick<Webhook, "description" | "url">): string =>
  description || new URL(url).host;

/**
 * Health of the partner's queue. A failed event holds back the following ones even when the partner answers; undefined
 * where the partner's state is not known.
 */
export function healthOfPartnerQueue(
  failed: number,
  partner: DestinationState | undefined,
): DeliveryDestinationHealth | undefined {
  if (failed > 0) return { word: "standing", since: null, count: failed };
  return partner && healthOfDeliveryDestination(partner);
}
