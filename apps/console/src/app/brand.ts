import { localPath } from "#shared/screen/local-path.ts";
import type { Tenant } from "#shared/api/session.ts";

/** WCAG 2.2, 1.4.3: text of normal size against what it stands on. */
const CONTRAST_MIN = 4.5;

/** Paints the desk in its company's colour, readable whatever colour that is; sets title and icon of the page. */
export function applyBrand(tenant: Tenant | null) {
  const primary = tenant?.frontend.colors.primary;
  const style = document.getElementById("brand") ?? document.head.appendChild(document.createElement("style"));
  style.id = "brand";
  style.textContent = primary === undefined ? "" : rulesOf(primary);
  document.title = tenant?.frontend.page_title ?? "Leitstand";
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = iconOf(tenant?.frontend.favicon);
}

/** Only from this origin: the page may load nothing from elsewhere. */
const iconOf = (favicon: string | undefined) => localPath(favicon ?? "") ?? "/favicon.svg";

function rulesOf(primary: string): string {
  // The backgrounds of each scheme on which the colour is hardest to read.
  const light = shadeUntil(primary, "#eef1f5", -1);
  const dark = shadeUntil(primary, "#1c232d", 1);
  return [
    `:root:root{--brand:${light};--brand-tx:${light};--on-brand:${readableOn(light)}}`,
    `:root[data-mantine-color-scheme="dark"]{--brand:${dark};--brand-tx:${dark};--on-brand:${readableOn(dark)}}`,
  ].join("");
}

const readableOn = (color: string) => (contrast(color, "#ffffff") >= CONTRAST_MIN ? "#ffffff" : "#0b1220");

/** The colour, made darker (-1) or lighter (1) until it can be read on a background. */
function shadeUntil(color: string, background: string, direction: 1 | -1): string {
  let shade = channels(color);
  for (let step = 0; step < 40 && contrast(hex(shade), background) < CONTRAST_MIN; step++) {
    shade = shade.map((channel) => channel + ((direction === 1 ? 255 : 0) - channel) * 0.06);
  }
  return hex(shade);
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
const hex = (shade: readonly number[]) =>
  `#${shade.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
