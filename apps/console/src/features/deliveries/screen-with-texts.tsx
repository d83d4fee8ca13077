import type { ComponentProps } from "react";
import { lazyPart } from "#shared/screen/lazy-part.ts";
import { useLanguage } from "#shared/text/i18n.tsx";
import { withTexts } from "#shared/text/with-texts.tsx";
import { DeliveriesScreen } from "./deliveries-screen.tsx";

/** The texts of the screen are fetched with it, in the language that is shown. */
const screens = {
  de: lazyPart(async () => withTexts(DeliveriesScreen, (await import("virtual:texts/de/deliveries")).default)),
  en: lazyPart(async () => withTexts(DeliveriesScreen, (await import("virtual:texts/en/deliveries")).default)),
};

export function ScreenWithTexts(props: ComponentProps<typeof DeliveriesScreen>) {
  const Screen = screens[useLanguage()];
  return <Screen {...props} />;
}
