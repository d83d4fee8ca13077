import { Select } from "@mantine/core";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import {
  clickElement,
  actAndRender,
  mountComponent,
  pressKey,
  typeText,
  waitUntil,
} from "../testing/mount-testkit.tsx";
import { findByRole, findAllByRole, accessibleNameOf } from "../testing/screen-testkit.ts";
import { useFrozenOptions } from "./use-frozen-options.ts";

type TourNames = readonly string[] | undefined;

/** List of tours over a board that changes; returns the choice made, and a function that changes the board. */
async function openTourList(first: TourNames, startsOpen = false) {
  const chosen: (string | null)[] = [];
  let change: (tours: TourNames) => void = () => undefined;
  function Tour() {
    const [tours, setTours] = useState(first);
    change = setTours;
    const list = useFrozenOptions(() => tours, startsOpen);
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
  await mountComponent(<Tour />);
  return { chosen, change: (tours: TourNames) => actAndRender(() => change(tours)) };
}
const tourField = () => findByRole("combobox", "Tour") as HTMLInputElement;
const optionUnderCursor = () => document.querySelector("[data-combobox-selected]")?.textContent;
const optionNames = () => findAllByRole("option").map(accessibleNameOf);

describe("a list over what is live", () => {
  it("an open selection list keeps its typed text and highlighted tour when another tour is added before it", async () => {
    const { chosen, change } = await openTourList(["Graz 2", "Graz 3"]);
    await clickElement(tourField());
    await typeText(tourField(), "G");
    await waitUntil(() => expect(optionUnderCursor()).toBe("Graz 2"));
    await change(["Graz 1", "Graz 2", "Graz 3"]);
    expect(tourField().value).toBe("G");
    await pressKey("Enter", { code: "Enter" });
    expect(chosen).toEqual(["Graz 2"]);
  });

  it("a selection list shows the current options when it is opened again", async () => {
    const { change } = await openTourList(["Graz 2"]);
    await clickElement(tourField());
    await change(["Graz 1", "Graz 2"]);
    expect(optionNames()).toEqual(["Graz 2"]);
    await pressKey("Escape");
    await clickElement(tourField());
    expect(optionNames()).toEqual(["Graz 1", "Graz 2"]);
  });

  it("a selection list that starts open shows the first options that arrive, and no later ones", async () => {
    const { change } = await openTourList(undefined, true);
    await change(["Graz 2"]);
    await change(["Graz 1", "Graz 2"]);
    expect(optionNames()).toEqual(["Graz 2"]);
  });
});
