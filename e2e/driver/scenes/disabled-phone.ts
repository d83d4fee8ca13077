import type { OpenedConsole } from "../../console-testkit";
import { openDriverPhone, disablePhone, signInOnPhone } from "../driver-testkit";

/** A phone with a signed-in driver that the office has just disabled. */
export async function createDisabledPhone(product: OpenedConsole, place = 0) {
  const phone = await openDriverPhone(product, "bestattung", { place });
  await signInOnPhone(product, "bestattung", phone);
  await phone.page.getByRole("heading", { name: "Schicht" }).waitFor();
  await disablePhone(await product.signIn("bestattung", "admin"), phone.device_id);
  return phone;
}
