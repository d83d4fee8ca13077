import type { ReactNode } from "react";
import styles from "./gallery.module.css";
import { Controls } from "./gallery-controls.tsx";
import { Colors, Glyphs, States, Type, Views } from "./gallery-parts.tsx";
import { Bars, Cards, Details } from "./gallery-work.tsx";

/** Every token, glyph and state of a component on one page; screenshot tests compare this page. */
export function GalleryRoute() {
  return (
    <main className={styles["page"]}>
      <h1>Gallery</h1>
      <Section title="Colours">
        <Colors />
      </Section>
      <Section title="Type">
        <Type />
      </Section>
      <Section title="States">
        <States />
      </Section>
      <Section title="Glyphs">
        <Glyphs />
      </Section>
      <Section title="Buttons, fields and choices">
        <Controls />
      </Section>
      <Section title="Views that wait, are empty or have failed">
        <Views />
      </Section>
      <Section title="Cases in a list">
        <Cards />
      </Section>
      <Section title="Cases on tours">
        <Bars />
      </Section>
      <Section title="Facts and legend">
        <Details />
      </Section>
    </main>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles["section"]} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);
