import { type ReactNode, useState } from "react";
import { describe, expect, it } from "vitest";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { LONG_YEAR_FAULT, typeTimeOfLongYear } from "#shared/testing/long-year-testkit.ts";
import {
  actAndRender,
  clickElement,
  fillField,
  mountComponent,
  pressKey,
  typeText,
  waitUntil,
} from "#shared/testing/mount-testkit.tsx";
import { accessibleDescriptionOf, accessibleNameOf, findByRole, pageText } from "#shared/testing/screen-testkit.ts";
import { StubApiRefusal, type StubServer, stubApiFetch } from "#shared/testing/server-testkit.ts";
import { clearLiveData, entityStore, storeTour } from "#live/store.ts";
import type { TimelineTour } from "#live/tour-entity.ts";
import { aNumberedShift } from "../grid/timeline-testkit.tsx";
import { DuplicateTourForm } from "./duplicate-form.tsx";
import { TourForm } from "./tour-form.tsx";

const plannedShift = aNumberedShift(1, { plate: "G 101 BE", status: "SCHEDULED", started_at: null, lock_version: 3 });

/** Opens the form of a planned shift, over a server with these answers. */
async function openTourForm(tour: TimelineTour, answers: Parameters<StubServer["answer"]>[0]) {
  clearLiveData();
  storeTour(tour, entityStore.step);
  const server = stubApiFetch({ getUserInfo: () => aDispatcher({ grants: [] }), ...answers });
  let done = false;
  const onDone = () => {
    done = true;
  };
  await mountComponent(<LeavableForm form={<TourForm request={{ is: "edit", tour }} onDone={onDone} />} />);
  return { server, isDone: () => done };
}

/** A form beside a button that leaves it. */
function LeavableForm({ form }: { readonly form: ReactNode }) {
  const [isLeft, setLeft] = useState(false);
  return (
    <>
      {!isLeft && form}
      <button type="button" onClick={() => setLeft(true)}>
        Schließen
      </button>
    </>
  );
}

const valueOf = (name: RegExp) => (findByRole("textbox", name) as HTMLInputElement).value;

/** Takes the only person off the shift. */
async function removeCrew() {
  const crew = [...document.querySelectorAll<HTMLInputElement>("input")].find(
    (one) => accessibleNameOf(one) === "Besatzung",
  );
  await actAndRender(() => crew?.focus());
  await pressKey("Backspace");
}

describe("a shift that is changed", () => {
  it("a shift of which only the plan could be saved shows that plan, and can be saved again after the crew was refused", async () => {
    clearLiveData();
    storeTour(plannedShift, entityStore.step);
    // Each change raises the lock version, and a request that names another one is refused, as by the API.
    let stored = plannedShift;
    const change = ({ lock_version }: { lock_version?: number | undefined }, changes: Partial<typeof stored> = {}) => {
      if (lock_version !== stored.lock_version) return new StubApiRefusal("LOCK_VERSION_CONFLICT");
      stored = { ...stored, ...changes, lock_version: lock_version + 1 };
      return stored;
    };
    const server = stubApiFetch({
      getUserInfo: () => aDispatcher({ grants: [] }),
      updateScheduledTour: ({ body }) => change(body, { name: body.name ?? null }),
      setScheduledTourUsers: () => new StubApiRefusal("REFERENCE_NOT_FOUND", ["field", "user_ids"]),
      setScheduledTourVehicles: ({ body }) => change(body),
    });
    let isSaved = false;
    const onDone = () => {
      isSaved = true;
    };
    await mountComponent(<TourForm request={{ is: "edit", tour: plannedShift }} onDone={onDone} />);
    await fillField(findByRole("textbox", "Name"), "Spätdienst");
    await removeCrew();
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => findByRole("alert"));
    expect(entityStore.tours.timeline(plannedShift.id)).toMatchObject({ name: "Spätdienst", lock_version: 4 });
    expect(isSaved).toBe(false);

    server.answer({ setScheduledTourUsers: ({ body }) => change(body) });
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => expect(isSaved).toBe(true));
    expect(server.bodiesOf("updateScheduledTour").map(({ lock_version }) => lock_version)).toEqual([3]);
    expect(server.bodiesOf("setScheduledTourUsers").map(({ lock_version }) => lock_version)).toEqual([4, 4]);
    expect(entityStore.tours.timeline(plannedShift.id)?.lock_version).toBe(5);
  });

  it.each([
    { start: "2026-10-25T01:10:00Z", end: "2026-10-25T01:40:00Z" },
    { start: "2026-10-25T00:30:00Z", end: "2026-10-25T01:10:00Z" },
    { start: "2026-10-24T05:00:30Z", end: null },
  ])(
    "a shift from $start to $end that gets another name is sent without its times, and so keeps them",
    async (times) => {
      const tour = { ...plannedShift, scheduled_start_at: times.start, scheduled_end_at: times.end };
      const { server, isDone } = await openTourForm(tour, {
        updateScheduledTour: () => ({ ...tour, lock_version: 4 }),
      });
      await fillField(findByRole("textbox", "Name"), "Spätdienst");
      await clickElement(findByRole("button", "Speichern"));
      await waitUntil(() => expect(isDone()).toBe(true));
      expect(server.bodiesOf("updateScheduledTour")).toEqual([{ name: "Spätdienst", lock_version: 3 }]);
    },
  );

  it("a shift without a changed field is closed without a request, and is not said to be changed", async () => {
    const { isDone } = await openTourForm(plannedShift, {});
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => expect(isDone()).toBe(true));
    expect(pageText()).not.toContain("ist geändert");
  });

  it("a shift of which only the plan could be saved is said to be changed when the rest is taken back", async () => {
    const renamed = { ...plannedShift, name: "Spätdienst", lock_version: 4 };
    const { isDone } = await openTourForm(plannedShift, {
      updateScheduledTour: () => ({ ...renamed, users: [] }),
      setScheduledTourUsers: () => new StubApiRefusal("REFERENCE_NOT_FOUND", ["field", "user_ids"]),
      setScheduledTourVehicles: () => new StubApiRefusal("REFERENCE_NOT_FOUND", ["field", "vehicles"]),
    });
    await fillField(findByRole("textbox", "Name"), "Spätdienst");
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => findByRole("alert"));
    await removeCrew();
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => expect(isDone()).toBe(true));
    expect(pageText()).toContain("Spätdienst ist geändert.");
  });

  it("the end of a shift in the hour that comes twice stays as it is when only its start is changed", async () => {
    const times = { scheduled_start_at: "2026-10-24T20:00:00Z", scheduled_end_at: "2026-10-25T01:10:00Z" };
    const tour = { ...plannedShift, ...times };
    const { server, isDone } = await openTourForm(tour, { updateScheduledTour: () => ({ ...tour, lock_version: 4 }) });
    await fillField(findByRole("textbox", /^Beginn/), "2026-10-25T02:30");
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => expect(isDone()).toBe(true));
    const sent = { scheduled_start_at: "2026-10-25T00:30:00Z", lock_version: 3 };
    expect(server.bodiesOf("updateScheduledTour")).toEqual([sent]);
  });

  it("a shift whose start is moved behind its end is refused at the end", async () => {
    const { server } = await openTourForm(plannedShift, {});
    await fillField(findByRole("textbox", /^Beginn/), "2040-10-25T02:30");
    await clickElement(findByRole("button", "Speichern"));
    const end = findByRole("textbox", /^Ende/);
    await waitUntil(() => expect(accessibleDescriptionOf(end)).toMatch(/Ende.*Beginn/));
    expect(server.bodiesOf("updateScheduledTour")).toEqual([]);
  });
});

describe("a shift while it is being saved", () => {
  const canBeTypedInto = (field: HTMLElement) => field.closest("[inert]") === null;
  const name = () => findByRole("textbox", "Name");
  /** Opens the form on a server that answers only when the test says so, and saves another name by the keyboard. */
  async function saveOnSlowLine() {
    let settle: (given: TimelineTour | StubApiRefusal) => void = () => undefined;
    const saved = new Promise<TimelineTour | StubApiRefusal>((resolve) => {
      settle = resolve;
    });
    const form = await openTourForm(plannedShift, { updateScheduledTour: () => saved });
    await typeText(name(), "Spätdienst");
    await actAndRender(() => name().closest("form")?.requestSubmit());
    await waitUntil(() => expect(canBeTypedInto(name())).toBe(false));
    return { ...form, answer: (given: TimelineTour | StubApiRefusal) => actAndRender(() => settle(given)) };
  }

  it("nothing can be typed into the form of a shift until the server has answered, so nothing typed is lost", async () => {
    const { isDone, answer } = await saveOnSlowLine();
    expect(document.activeElement).toBe(name().closest("form"));
    await answer({ ...plannedShift, lock_version: 4 });
    await waitUntil(() => expect(isDone()).toBe(true));
    expect(canBeTypedInto(name())).toBe(false);
  });

  it("the form of a shift that was refused takes typing again, in the field where the dispatcher was", async () => {
    const { answer } = await saveOnSlowLine();
    await answer(new StubApiRefusal("IDEMPOTENCY_KEY_REUSED"));
    await waitUntil(() => expect(canBeTypedInto(name())).toBe(true));
    expect(document.activeElement).toBe(name());
    expect(valueOf(/^Name/)).toBe("Spätdienst");
  });

  it("a shift that is saved only after its form was left closes nothing that is open then", async () => {
    const { isDone, answer } = await saveOnSlowLine();
    await clickElement(findByRole("button", "Schließen"));
    await answer({ ...plannedShift, lock_version: 4 });
    await waitUntil(() => expect(pageText()).toContain("ist geändert."));
    expect(isDone()).toBe(false);
  });

  it("a shift that is refused only after its form was left says so in a message with its name", async () => {
    const { answer } = await saveOnSlowLine();
    await clickElement(findByRole("button", "Schließen"));
    await answer(new StubApiRefusal("LOCK_VERSION_CONFLICT", ["lock_version", "3"], ["current_lock_version", "8"]));
    await waitUntil(() => expect(pageText()).toContain(`${plannedShift.name ?? plannedShift.natural_id}: `));
    expect(pageText()).not.toContain("Noch einmal speichern");
  });
});

describe("a shift while it is being duplicated", () => {
  async function duplicateOnSlowLine() {
    let settle: (given: TimelineTour) => void = () => undefined;
    const made = new Promise<TimelineTour>((resolve) => {
      settle = resolve;
    });
    stubApiFetch({ getUserInfo: () => aDispatcher({ grants: [] }), duplicateTour: () => made });
    let done = false;
    const onDone = () => {
      done = true;
    };
    await mountComponent(<LeavableForm form={<DuplicateTourForm tour={plannedShift} onDone={onDone} />} />);
    await clickElement(findByRole("button", "Duplizieren"));
    return { isDone: () => done, answer: () => actAndRender(() => settle({ ...plannedShift, name: "Zweitdienst" })) };
  }

  it("the start of a duplicated shift cannot be changed any more until the server has answered", async () => {
    const { isDone, answer } = await duplicateOnSlowLine();
    expect(findByRole("textbox", /^Beginn/)).toHaveProperty("readOnly", true);
    await answer();
    await waitUntil(() => expect(isDone()).toBe(true));
  });

  it("a shift that is duplicated only after its form was left closes nothing that is open then", async () => {
    const { isDone, answer } = await duplicateOnSlowLine();
    await clickElement(findByRole("button", "Schließen"));
    await answer();
    await waitUntil(() => expect(pageText()).toContain("Zweitdienst"));
    expect(isDone()).toBe(false);
  });
});

describe("a shift that another dispatcher has changed in the meantime", () => {
  const start = "2026-11-21T08:00:00Z";
  const theirs = { ...plannedShift, name: "Nachtdienst", scheduled_start_at: start, users: [], lock_version: 8 };
  const openOutdatedForm = (times: Partial<TimelineTour> = {}) =>
    openTourForm(plannedShift, {
      getTour: () => ({ ...theirs, ...times }),
      updateScheduledTour: ({ body }) =>
        body.lock_version === 8
          ? { ...theirs, ...times, name: body.name ?? null, lock_version: 9 }
          : new StubApiRefusal("LOCK_VERSION_CONFLICT", ["lock_version", "3"], ["current_lock_version", "8"]),
    });

  it("saving says so, keeps what was typed, and shows what the other has changed in the other fields", async () => {
    const { isDone } = await openOutdatedForm();
    await fillField(findByRole("textbox", "Name"), "Spätdienst");
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() =>
      expect(findByRole("alert").textContent).toMatch(/inzwischen von jemand anderem geändert.*Noch einmal speichern/),
    );
    expect(valueOf(/^Name/)).toBe("Spätdienst");
    expect(valueOf(/^Beginn/)).toBe("2026-11-21T09:00");
    expect(entityStore.tours.timeline(plannedShift.id)?.lock_version).toBe(8);
    expect(isDone()).toBe(false);
  });

  it("saving once more takes what was typed, and keeps what the other has changed in the other fields", async () => {
    const { server, isDone } = await openOutdatedForm();
    await fillField(findByRole("textbox", "Name"), "Spätdienst");
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => findByRole("alert"));
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => expect(isDone()).toBe(true));
    expect(server.bodiesOf("updateScheduledTour").at(-1)).toEqual({ name: "Spätdienst", lock_version: 8 });
    expect(server.bodiesOf("setScheduledTourUsers")).toEqual([]);
  });

  it("times of the other in the hour that comes twice can be saved as they are", async () => {
    const times = { scheduled_start_at: "2026-10-25T00:30:00Z", scheduled_end_at: "2026-10-25T01:10:00Z" };
    const { server, isDone } = await openOutdatedForm(times);
    await fillField(findByRole("textbox", "Name"), "Spätdienst");
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => findByRole("alert"));
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => expect(isDone()).toBe(true));
    expect(server.bodiesOf("updateScheduledTour").at(-1)).toEqual({ name: "Spätdienst", lock_version: 8 });
  });

  it("a shift that can no longer be read says why, and keeps what was typed", async () => {
    const { server } = await openOutdatedForm();
    server.answer({ getTour: () => new StubApiRefusal("RESOURCE_NOT_FOUND") });
    await fillField(findByRole("textbox", "Name"), "Spätdienst");
    await clickElement(findByRole("button", "Speichern"));
    await waitUntil(() => expect(findByRole("alert").textContent).toMatch(/nicht gefunden|gibt es nicht/));
    expect(valueOf(/^Name/)).toBe("Spätdienst");
  });
});

describe("a shift with a year of more than four digits", () => {
  it("a planned shift whose times have a year of more than four digits is refused at those fields", async () => {
    const server = stubApiFetch({ getUserInfo: () => aDispatcher({ grants: [] }) });
    await mountComponent(<TourForm request={{ is: "plan", day: "2026-11-21" }} onDone={() => undefined} />);
    const [start, end] = [findByRole("textbox", /^Beginn/), findByRole("textbox", /^Ende/)];
    await typeTimeOfLongYear(start);
    await typeTimeOfLongYear(end);
    await clickElement(findByRole("button", "Tour planen"));
    await waitUntil(() =>
      expect([start, end].map(accessibleDescriptionOf)).toEqual([LONG_YEAR_FAULT, LONG_YEAR_FAULT]),
    );
    expect(server.bodiesOf("createScheduledTour")).toEqual([]);
  });

  it("a shift is not duplicated to a year of more than four digits", async () => {
    const server = stubApiFetch({ getUserInfo: () => aDispatcher({ grants: [] }) });
    await mountComponent(<DuplicateTourForm tour={plannedShift} onDone={() => undefined} />);
    const start = findByRole("textbox", /^Beginn/);
    await typeTimeOfLongYear(start);
    await clickElement(findByRole("button", "Duplizieren"));
    expect(accessibleDescriptionOf(start)).toBe(LONG_YEAR_FAULT);
    expect(server.bodiesOf("duplicateTour")).toEqual([]);
  });
});
