import { Glyph, glyphShapes } from "@leitstand/ui/glyph";
import { Blank, Fault, Kbd, Refreshing, Skeleton, Tag } from "@leitstand/ui/states";
import { useTranslations } from "use-intl";
import { allLooks } from "#shared/state-look.ts";

const colors = ["bg", "surface", "surface-2", "raised", "line", "line-2", "tx", "tx-2", "tx-3", "hover"].concat([
  "brand",
  "sel",
  "late",
  "land",
  "sea",
]);
const texts = {
  title: "Titel",
  message: "Satz",
  code: "CODE",
  traceId: "0af7651916cd43dd",
  retry: "Retry",
  copy: "Copy",
};

/** Every token, glyph and state of a component on one page; what the screenshot tests look at. */
export function GalleryRoute() {
  const t = useTranslations("states");
  return (
    <main style={{ display: "grid", gap: 24, padding: 24, maxWidth: 960, margin: "0 auto" }}>
      <h1>Gallery</h1>
      <section aria-label="Colours" style={{ display: "flex", flexWrap: "wrap", gap: 8 }}>
        {colors.map((name) => (
          <figure key={name} style={{ margin: 0 }}>
            <div style={{ width: 72, height: 40, background: `var(--${name})`, border: "1px solid var(--line-2)" }} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </section>
      <section aria-label="States" style={{ display: "flex", flexWrap: "wrap", gap: 16 }}>
        {allLooks.map(({ shape, color, word }) => (
          <span key={word} style={{ display: "flex", gap: 6, alignItems: "center" }}>
            <Glyph shape={shape} color={color} /> {t(word)}
          </span>
        ))}
      </section>
      <section aria-label="Glyphs" style={{ display: "flex", flexWrap: "wrap", gap: 16 }}>
        {glyphShapes.map((shape) => (
          <Glyph key={shape} shape={shape} size={24} label={shape} />
        ))}
      </section>
      <section aria-label="Parts" style={{ position: "relative" }}>
        <Refreshing active />
        <Blank action={<Kbd>C</Kbd>}>Leer</Blank>
        <Fault texts={texts} onRetry={() => undefined} />
        <Tag>Tag</Tag>
        <Skeleton rows={3} height={24} label="Loading" />
      </section>
    </main>
  );
}
