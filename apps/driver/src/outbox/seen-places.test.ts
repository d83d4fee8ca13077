import { expect, it } from "vitest";
import { aCaseWithLink, aTourCaseLink } from "./row.fixture.ts";
import { findChangedCaseAddresses, sourceAndTargetAddressesOf } from "./seen-places.ts";

const nursingHomeAddress = { name: "Seniorenheim", street: "Weg", house_number: "18", zip_code: "8020", city: "Graz" };
const aCaseTo = (source_address: object | null) => {
  const shown = aCaseWithLink("FUNERAL", aTourCaseLink("STARTED"));
  return { ...shown, funeral_data: { source_address } as (typeof shown)["funeral_data"] };
};

it.each([
  ["another house", { ...nursingHomeAddress, house_number: "20" }, ["source"]],
  ["no address any more", null, ["source"]],
  ["the same words at another point", { ...nursingHomeAddress, lat: 47.07, lon: 15.44 }, []],
  ["another person to call", { ...nursingHomeAddress, phone_number: "+43316111111" }, []],
])(
  "the driver app detects whether a case's address has changed since the driver saw it: %s: %j",
  (_what, now, ends) => {
    const seen = sourceAndTargetAddressesOf(aCaseTo(nursingHomeAddress));
    expect(findChangedCaseAddresses(seen, aCaseTo(now)).map(({ end }) => end)).toEqual(ends);
  },
);

it("a changed address of a case is shown with the old and the new one", () => {
  const [changed] = findChangedCaseAddresses(sourceAndTargetAddressesOf(aCaseTo(null)), aCaseTo(nursingHomeAddress));
  expect(changed).toMatchObject({ before: null, now: { street: "Weg" } });
});
