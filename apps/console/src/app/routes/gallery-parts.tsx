import { Glyph, glyphShapes } from "@leitstand/ui/glyph";
import {
  EmptyState,
  FaultPanel,
  InlineFault,
  KeyboardKey,
  RefreshingBar,
  Skeleton,
  TagLabel,
} from "@leitstand/ui/states";
import { useTranslations } from "use-intl";
import { allStateStyles } from "@leitstand/app/state-style";
import styles from "./gallery.module.css";

const surfaceColorTokens = ["bg", "surface", "surface-2", "raised", "hover", "sel", "line", "line-2", "land", "sea"];
const inkColorTokens = ["tx", "tx-2", "tx-3", "brand", "brand-tx", "on-brand", "late", "late-tint"];
const stateColorTokens = ["open", "assigned", "accepted", "moving", "onsite", "loaded", "closed", "alarm"];

export const ColorSamples = () =>
  [...surfaceColorTokens, ...inkColorTokens, ...stateColorTokens.map((name) => `state-${name}`)].map((name) => (
    <figure key={name} className={styles["swatch"]}>
      <div style={{ background: `var(--${name})` }} />
      <figcaption>{name}</figcaption>
    </figure>
  ));

export const TypographySamples = () => (
  <>
    <span style={{ fontSize: 16, fontWeight: 600 }}>Brunner Theresia 16/600</span>
    <span style={{ fontSize: 14, fontWeight: 600 }}>Disposition 14/600</span>
    <span>Zentralfriedhof, Aufbahrungshalle 13</span>
    <span style={{ fontSize: 12.5 }}>Tabelle 12.5</span>
    <span style={{ fontSize: 11, color: "var(--tx-2)" }}>angekommen 09:25 11</span>
    <code>C-2026-000123</code>
    <b style={{ fontVariantNumeric: "tabular-nums" }}>0123456789</b>
  </>
);

export function StateSamples() {
  const t = useTranslations("states");
  return allStateStyles.map(({ shape, color, word }) => (
    <span key={word} className={styles["named"]}>
      <Glyph shape={shape} color={color} /> {t(word)}
    </span>
  ));
}

export const GlyphSamples = () =>
  glyphShapes.map((shape) => <Glyph key={shape} shape={shape} size={24} label={shape} />);

export function LoadStateSamples() {
  const faults = useTranslations("faults");
  const t = useTranslations("queue");
  const texts = {
    title: faults("unexpected"),
    message: faults("unreachable_hint"),
    code: "INTERNAL_ERROR",
    traceId: "0af7651916cd43dd",
    retry: faults("retry"),
    copy: faults("copy"),
  };
  return (
    <>
      <div className={styles["wide"]}>
        <RefreshingBar active />
        <EmptyState action={<KeyboardKey>C</KeyboardKey>}>{t("empty_open")}</EmptyState>
        <InlineFault>{faults("unreachable_hint")}</InlineFault>
        <TagLabel>{t("infectious")}</TagLabel> <TagLabel>{t("not_approved")}</TagLabel>{" "}
        <KeyboardKey>Ctrl K</KeyboardKey>
      </div>
      <div className={styles["wide"]}>
        <FaultPanel texts={texts} onRetry={() => undefined} />
      </div>
      <div className={styles["wide"]}>
        <Skeleton rows={3} height={40} label={t("loading")} />
      </div>
    </>
  );
}
