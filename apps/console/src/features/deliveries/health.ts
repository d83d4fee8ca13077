import type { Connector } from "@leitstand/contract/partners/connectors";
import type { Webhook } from "@leitstand/contract/board/webhook";
import type { GlyphShape } from "@leitstand/ui/glyph";

/** How a system does that something goes out to; `word` is a key of the texts. */
export interface Health {
  readonly word: "well" | "standing" | "failing" | "off" | "GONE" | "FAILING" | "NO_BRANCH";
  /** Since when nothing gets through. */
  readonly since: string | null;
  /** Events that wait for a person. */
  readonly count?: number;
}

export const looks: Readonly<Record<Health["word"], { readonly shape: GlyphShape; readonly color: string }>> = {
  well: { shape: "tick", color: "var(--state-closed)" },
  standing: { shape: "triangle", color: "var(--late)" },
  failing: { shape: "triangle", color: "var(--late)" },
  off: { shape: "pause", color: "var(--tx-3)" },
  GONE: { shape: "triangle", color: "var(--late)" },
  FAILING: { shape: "triangle", color: "var(--late)" },
  NO_BRANCH: { shape: "triangle", color: "var(--late)" },
};

type Destination = Pick<Connector, "active" | "failing_since"> & Partial<Pick<Webhook, "disabled_reason">>;

export function healthOf({ active, failing_since: since, disabled_reason }: Destination): Health {
  if (!active) return { word: disabled_reason ?? "off", since };
  return { word: since === null ? "well" : "failing", since };
}

/** As people call it; without a description by the host that it calls. */
export const nameOf = ({ description, url }: Pick<Webhook, "description" | "url">): string =>
  description || new URL(url).host;

/** An event that failed holds back what follows, however well the partner answers; where that is not known, nothing is said of it. */
export function healthOfQueue(failed: number, partner: Destination | undefined): Health | undefined {
  if (failed > 0) return { word: "standing", since: null, count: failed };
  return partner && healthOf(partner);
}
