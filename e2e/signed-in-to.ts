import { DEMONSTRATION_PASSWORD } from "@leitstand/scenario/staff";
import type { OpenedConsole } from "./console-testkit";

/** Origins that the browser visits when a user signs in by a link with a target address. */
export async function originsVisitedBySignIn(product: OpenedConsole, to: string): Promise<string[]> {
  const page = await product.browser.newPage({ locale: "de-AT" });
  const asked = new Set<string>();
  page.on("request", (request) => request.isNavigationRequest() && asked.add(new URL(request.url()).origin));
  await page.goto(`${product.url}/sign-in?tenant=bestattung&to=${encodeURIComponent(to)}`);
  await page.getByLabel("E-Mail-Adresse").fill("dispo1@bestattung.example");
  await page.getByLabel("Passwort", { exact: false }).first().fill(DEMONSTRATION_PASSWORD);
  await page.getByRole("button", { name: "Anmelden", exact: true }).click();
  await page.getByRole("heading", { name: "Disposition" }).waitFor();
  await page.close();
  return [...asked];
}
