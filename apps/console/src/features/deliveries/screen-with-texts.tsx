import { withLazyTexts } from "#shared/text/later-texts.tsx";
import { DeliveriesScreen } from "./deliveries-screen.tsx";

export const DeliveriesScreenWithTexts = withLazyTexts(DeliveriesScreen, {
  de: () => import("virtual:texts/de/deliveries"),
  en: () => import("virtual:texts/en/deliveries"),
});
