import { readableTextColor } from "@leitstand/app/brand-color";
import { phoneCompany } from "#work/phone.ts";
import { brandColorForTheme } from "./brand-shade.ts";
import { themeStore } from "./theme.ts";

export function applyBrand() {
  const primary = phoneCompany.get()?.frontend.colors.primary;
  const brand = primary && brandColorForTheme(themeStore.get(), primary);
  const { style } = document.documentElement;
  for (const [name, value] of [
    ["--brand", brand],
    ["--brand-tx", brand],
    ["--on-brand", brand && readableTextColor(brand)],
  ] as const)
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
}

phoneCompany.subscribe(applyBrand);
themeStore.subscribe(applyBrand);
