import type { ReactNode } from "react";
import styles from "./gallery.module.css";
import { ControlSamples } from "./gallery-controls.tsx";
import { ColorSamples, GlyphSamples, StateSamples, TypographySamples, LoadStateSamples } from "./gallery-parts.tsx";
import { TimelineBarSamples, QueueCardSamples, InspectorFactSamples } from "./gallery-work.tsx";

/** Every token, glyph and state of a component on one page; screenshot tests compare this page. */
export function GalleryRoute() {
  return (
    <main className={styles["page"]}>
      <h1>Gallery</h1>
      <GallerySection title="Colours">
        <ColorSamples />
      </GallerySection>
      <GallerySection title="Type">
        <TypographySamples />
      </GallerySection>
      <GallerySection title="States">
        <StateSamples />
      </GallerySection>
      <GallerySection title="Glyphs">
        <GlyphSamples />
      </GallerySection>
      <GallerySection title="Buttons, fields and choices">
        <ControlSamples />
      </GallerySection>
      <GallerySection title="Views that wait, are empty or have failed">
        <LoadStateSamples />
      </GallerySection>
      <GallerySection title="Cases in a list">
        <QueueCardSamples />
      </GallerySection>
      <GallerySection title="Cases on tours">
        <TimelineBarSamples />
      </GallerySection>
      <GallerySection title="Facts and legend">
        <InspectorFactSamples />
      </GallerySection>
    </main>
  );
}

const GallerySection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles["section"]} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
