import type { OpenedConsole } from "../../console-testkit";
import { aPhone, disablePhone, signInOn } from "../driver-testkit";

/** A phone with a signed-in driver that the office has just disabled. */
export async function aDisabledPhone(product: OpenedConsole, place = 0) {
  const phone = await aPhone(product, "bestattung", { place });
  await signInOn(product, "bestattung", phone);
  await phone.page.getByRole("heading", { name: "Schicht" }).waitFor();
  await disablePhone(await product.signIn("bestattung", "admin"), phone.device_id);
  return phone;
}
