import { glyphMarkupOf, type GlyphShape } from "@leitstand/ui/glyph";
import {
  Children,
  type CSSProperties,
  Fragment,
  isValidElement,
  type PropsWithChildren,
  type ReactNode,
  useState,
} from "react";
import { alarmStyle, allStateStyles } from "@leitstand/app/state-style";
import { useOnAppearanceChange } from "#shared/screen/use-color-change.ts";

/**
 * Shapes of states as backgrounds, by custom property: `--glyph-moving`. A drawing in each bar would make five layers
 * of it, and scrolling ten percent slower.
 */
export function useBarGlyphs(): CSSProperties {
  const [glyphs, setGlyphs] = useState(drawAllGlyphs);
  useOnAppearanceChange(() => setGlyphs(drawAllGlyphs()));
  return glyphs;
}

function drawAllGlyphs(): CSSProperties {
  const style = getComputedStyle(document.documentElement);
  const colorOf = (color: string) => style.getPropertyValue(color.slice("var(".length, -1)).trim();
  const paper = colorOf("var(--surface)");
  const looks = [...allStateStyles, { word: "late", shape: alarmStyle.shape, color: "var(--late)" }];
  const drawn = looks.map(({ word, shape, color }) => [
    `--glyph-${word}`,
    glyphImageUrl(shape, (name) => (name === "currentColor" ? colorOf(color) : paper)),
  ]);
  return Object.fromEntries(drawn) as CSSProperties;
}

function glyphImageUrl(shape: GlyphShape, colorOf: (name: string) => string): string {
  const box = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" stroke-linecap="round" stroke-linejoin="round"';
  const drawing = `<svg ${box}>${markupOfNode(glyphMarkupOf(shape), colorOf)}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(drawing)}")`;
}

/** Markup of a React node as text. */
function markupOfNode(node: ReactNode, colorOf: (name: string) => string): string {
  if (isValidElement<PropsWithChildren>(node) && node.type === Fragment)
    return Children.toArray(node.props.children)
      .map((child) => markupOfNode(child, colorOf))
      .join("");
  if (!isValidElement<Readonly<Record<string, string>>>(node) || typeof node.type !== "string") return "";
  const attributes = Object.entries(node.props).map(([name, value]) => {
    const isColor = (name === "fill" || name === "stroke") && value !== "none";
    const dashed = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return `${dashed}="${isColor ? colorOf(value) : value}"`;
  });
  return `<${node.type} ${attributes.join(" ")}/>`;
}
