import { pathOnThisSite } from "#shared/screen/local-path.ts";
import { readableTextColor, shadeUntilReadable } from "@leitstand/app/brand-color";
import type { Tenant } from "#shared/api/session.ts";

/** Paints the console in its company's colour, readable whatever colour that is; sets title and icon of the page. */
export function applyBrand(tenant: Tenant | null) {
  const primary = tenant?.frontend.colors.primary;
  const style = document.getElementById("brand") ?? document.head.appendChild(document.createElement("style"));
  style.id = "brand";
  style.textContent = primary === undefined ? "" : brandColorCss(primary);
  document.title = tenant?.frontend.page_title ?? "Leitstand";
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = brandIconUrl(tenant?.frontend.favicon);
}

/** Icon of the company, only from this origin: the page may load nothing from elsewhere. */
const brandIconUrl = (favicon: string | undefined) => pathOnThisSite(favicon ?? "") ?? "/favicon.svg";

function brandColorCss(primary: string): string {
  // The backgrounds of each scheme on which the colour is hardest to read.
  const light = shadeUntilReadable(primary, { background: "#eef1f5", direction: -1 });
  const dark = shadeUntilReadable(primary, { background: "#1c232d", direction: 1 });
  return [
    `:root:root{--brand:${light};--brand-tx:${light};--on-brand:${readableTextColor(light)}}`,
    `:root[data-mantine-color-scheme="dark"]{--brand:${dark};--brand-tx:${dark};--on-brand:${readableTextColor(dark)}}`,
  ].join("");
}
