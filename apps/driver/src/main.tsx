import "@fontsource-variable/inter";
import "@leitstand/ui/tokens.css";
import "./app/styles/base.css";
import "./app/styles/screen.css";
import "./app/styles/card.css";
import "./app/styles/field.css";
import "./app/styles/sheet.css";
import "./app/styles/lone.css";
import "./app/styles/photo.css";
import { createRoot } from "react-dom/client";
import { App } from "#app/app.tsx";
import { phoneFunctions } from "#device/this-device.ts";
import { applyBrand } from "#shared/look/brand.ts";
import { coverPageWhenHidden } from "#shared/cover.ts";
import { captureInstallPrompt } from "#shared/install.ts";
import { applyTheme } from "#shared/look/theme.ts";
import { TextsProvider } from "#shared/texts.tsx";
import { registerServiceWorker } from "#shared/update.ts";
import { readTappedNoticeFromUrl } from "#work/pushes/tapped-case.ts";
import { loadClockOffset } from "#work/api.ts";
import { loadPhoneState, phoneSecrets } from "#work/phone.ts";

applyTheme();
readTappedNoticeFromUrl();
await loadPhoneState();
await loadClockOffset();
applyBrand();
const appRoot = document.getElementById("root");
if (appRoot)
  createRoot(appRoot).render(
    <TextsProvider>
      <App />
    </TextsProvider>,
  );
void registerServiceWorker();
let hasBegunDuty = false;
phoneSecrets.subscribe(beginDuty);
beginDuty();
coverPageWhenHidden();
captureInstallPrompt();
document.addEventListener("click", phoneFunctions.sound.unlock, { capture: true });

/** Starts sending and positions, which are not needed before a driver has signed in. */
function beginDuty() {
  if (!phoneSecrets.get()?.user || hasBegunDuty) return;
  hasBegunDuty = true;
  void import("#work/sending.ts").then(({ startOutboxSending }) => startOutboxSending());
  void import("#work/positions/on-duty.ts").then(({ startApplyingDutyToPhone }) => startApplyingDutyToPhone());
  void import("#work/pushes/keep-pushed.ts").then(({ handlePushes }) => handlePushes());
  void import("#work/pushes/tell-permissions.ts").then(({ watchPermissions }) => watchPermissions());
}
