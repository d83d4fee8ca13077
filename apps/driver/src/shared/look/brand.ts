import { readableOn } from "@leitstand/app/brand-color";
import { company } from "#work/phone.ts";
import { brandIn } from "./brand-shade.ts";
import { theme } from "./theme.ts";

export function applyBrand() {
  const primary = company.get()?.frontend.colors.primary;
  const brand = primary && brandIn(theme.get(), primary);
  const { style } = document.documentElement;
  for (const [name, value] of [
    ["--brand", brand],
    ["--brand-tx", brand],
    ["--on-brand", brand && readableOn(brand)],
  ] as const)
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
}

company.subscribe(applyBrand);
theme.subscribe(applyBrand);
