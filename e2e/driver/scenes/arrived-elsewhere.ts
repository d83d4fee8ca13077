import { funeralCaseRequest } from "../../../apps/api/src/testing/cases";
import { expectEventually, type OpenedConsole } from "../../console-testkit";
import { changeCaseFields, linkStateOf } from "../../tours-testkit";
import {
  openDriverPhone,
  beginShiftOnScreen,
  planDriverTour,
  pressPrimaryButton,
  signInOnPhone,
  tickTodos,
} from "../driver-testkit";

/** A crew that arrives without network, while the dispatcher sends it to another house. */
export async function arriveAtFormerAddress(
  product: OpenedConsole,
  { place = 0, build }: { place?: number; build?: string } = {},
) {
  const phone = await openDriverPhone(product, "bestattung", { place, ...(build !== undefined && { build }) });
  const { page, context } = phone;
  const draft = funeralCaseRequest({ display_name: "Fuchs, Alois" });
  const { dispatcher, tour, ids } = await planDriverTour(await product.signIn("bestattung"), phone, [draft]);
  const [id = ""] = ids;
  await signInOnPhone(product, "bestattung", phone);
  await beginShiftOnScreen(page);
  for (const step of ["Annehmen", "Losfahren"]) await pressPrimaryButton(page, step);
  await expectEventually(() => linkStateOf(dispatcher, id, tour.id)).toBe("STARTED");
  await context.setOffline(true);
  await pressPrimaryButton(page, "Angekommen");
  await tickTodos(page);
  const { funeral_data } = draft;
  const source_address = { name: "Seniorenheim", street: "Eggenberger Weg", house_number: "18", city: "Graz" };
  await changeCaseFields(dispatcher, id, { funeral_data: { ...funeral_data, source_address } });
  await context.setOffline(false);
  return { page, context, dispatcher, tour, id };
}
