import type { Page } from "playwright-core";
import { openConsole } from "./console-testkit";
import { anOpenCase, aRunningTour } from "./tours-testkit";

/** The product with a running tour and a waiting case, and a function that waits until a page shows both. */
export async function openBoardWithRunningTour() {
  const product = await openConsole({ hasMap: true });
  const colleague = await product.signIn("bestattung");
  const { plate } = await aRunningTour(colleague, 1);
  await anOpenCase(colleague, "Wartet schon", { dueInMinutes: 30 });
  const isUsable = async (page: Page) => {
    await page.getByRole("option").filter({ hasText: "Wartet schon" }).waitFor();
    await page.getByRole("row").filter({ hasText: plate }).waitFor();
  };
  return { product, colleague, isUsable };
}
