import type { OpenedConsole } from "../../console-testkit";
import { aPhone, disablePhone, signInOn } from "../driver-testkit";

/** Somebody has signed in on it, and the office has just switched it off. */
export async function aDisabledPhone(desk: OpenedConsole, place = 0) {
  const phone = await aPhone(desk, "bestattung", { place });
  await signInOn(desk, "bestattung", phone);
  await phone.page.getByRole("heading", { name: "Schicht" }).waitFor();
  await disablePhone(await desk.signIn("bestattung", "admin"), phone.device_id);
  return phone;
}
