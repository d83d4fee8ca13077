import { Select } from "@mantine/core";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { click, happen, mount, press, type, until } from "../testing/mount-testkit.tsx";
import { find, findAll, nameOf } from "../testing/screen-testkit.ts";
import { useOpenedList } from "./use-opened-list.ts";

type Tours = readonly string[] | undefined;

/** List of tours over a board that changes; returns the choice made, and a function that changes the board. */
async function openTours(first: Tours, startsOpen = false) {
  const chosen: (string | null)[] = [];
  let change: (tours: Tours) => void = () => undefined;
  function Tour() {
    const [tours, setTours] = useState(first);
    change = setTours;
    const list = useOpenedList(() => tours, startsOpen);
    return (
      <Select
        searchable
        selectFirstOptionOnChange
        defaultDropdownOpened={startsOpen}
        aria-label="Tour"
        {...list}
        onChange={(value) => chosen.push(value)}
      />
    );
  }
  await mount(<Tour />);
  return { chosen, change: (tours: Tours) => happen(() => change(tours)) };
}
const field = () => find("combobox", "Tour") as HTMLInputElement;
const underCursor = () => document.querySelector("[data-combobox-selected]")?.textContent;
const options = () => findAll("option").map(nameOf);

describe("a list over what is live", () => {
  it("an open list keeps the typed text, and Enter chooses the tour under the cursor, when another tour comes before it", async () => {
    const { chosen, change } = await openTours(["Graz 2", "Graz 3"]);
    await click(field());
    await type(field(), "G");
    await until(() => expect(underCursor()).toBe("Graz 2"));
    await change(["Graz 1", "Graz 2", "Graz 3"]);
    expect(field().value).toBe("G");
    await press("Enter", { code: "Enter" });
    expect(chosen).toEqual(["Graz 2"]);
  });

  it("a list shows the current options when it is opened again", async () => {
    const { change } = await openTours(["Graz 2"]);
    await click(field());
    await change(["Graz 1", "Graz 2"]);
    expect(options()).toEqual(["Graz 2"]);
    await press("Escape");
    await click(field());
    expect(options()).toEqual(["Graz 1", "Graz 2"]);
  });

  it("a list that starts open takes the first options that are known", async () => {
    const { change } = await openTours(undefined, true);
    await change(["Graz 2"]);
    await change(["Graz 1", "Graz 2"]);
    expect(options()).toEqual(["Graz 2"]);
  });
});
