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
import { device } from "#device/this-device.ts";
import { applyBrand } from "#shared/look/brand.ts";
import { coverWhenHidden } from "#shared/cover.ts";
import { keepInstallOffer } from "#shared/install.ts";
import { applyTheme } from "#shared/look/theme.ts";
import { Texts } from "#shared/texts.tsx";
import { keepOnPhone } from "#shared/update.ts";
import { callByAddress } from "#work/pushes/called.ts";
import { readPhone, secrets } from "#work/phone.ts";

applyTheme();
callByAddress();
await readPhone();
applyBrand();
const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <Texts>
      <App />
    </Texts>,
  );
void keepOnPhone();
let hasBegun = false;
secrets.subscribe(beginDuty);
beginDuty();
coverWhenHidden();
keepInstallOffer();
document.addEventListener("click", device.sound.unlock, { capture: true });

/** Starts sending and positions, which are not needed before a driver has signed in. */
function beginDuty() {
  if (!secrets.get()?.user || hasBegun) return;
  hasBegun = true;
  void import("#work/sending.ts").then(({ keepSending }) => keepSending());
  void import("#work/positions/on-duty.ts").then(({ followDuty }) => followDuty());
  void import("#work/pushes/keep-pushed.ts").then(({ followPush }) => followPush());
  void import("#work/pushes/tell-permissions.ts").then(({ followPermissions }) => followPermissions());
}
