import { describe, expect, it } from "vitest";
import { click, happen, press, until } from "#shared/testing/mount-testkit.tsx";
import { find, pageText } from "#shared/testing/screen-testkit.ts";
import { noAnswerYet, Refusal } from "#shared/testing/server-testkit.ts";
import { clashes } from "#live/clash/clash.ts";
import { aFullCase, aFullLink } from "#live/full-case-testkit.ts";
import { aJob, aShift, bar, barNames, openTimeline } from "../grid/timeline-testkit.tsx";

const planned = aJob(1, { lock_version: 7 });
const done = aJob(2, {
  bucket: "finished",
  link_state: "DELIVERED",
  started_at: "2026-11-21T12:00:00Z",
  finished_at: "2026-11-21T13:00:00Z",
});
const tours = [
  aShift(1, { plate: "G 101 BE", open_cases: [planned], finished_cases: [done] }),
  aShift(2, { plate: "G 102 BE" }),
];
const { id, natural_id, not_before, due_at } = planned;
const stored = aFullCase({
  id,
  natural_id,
  not_before,
  due_at,
  lock_version: 7,
  state: { current: "ASSIGNED", actions: [] },
  tour_case_states: [aFullLink({ tour_id: tours[0]?.id })],
});

/** A timeline with the keyboard on a case that is planned from 10:00 to 11:30, and the server's copy of that case. */
async function pickUp(name: RegExp = /^C-1/) {
  const { server } = await openTimeline({ tours });
  server.answer({
    getCase: () => stored,
    updateCaseTimeWindow: ({ body }) => ({ ...stored, ...body }),
  });
  await happen(() => bar(name).focus());
  await press("m");
  return server;
}

describe("a case that is moved by the keyboard", () => {
  it("is told how far it is, and has its new times once it is let go", async () => {
    const server = await pickUp();
    expect(pageText()).toContain("C-2026-000001 aufgenommen.");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await press(key);
    expect(pageText()).toContain("10:15 – 11:45, G 101 BE");
    await press("Enter");
    await until(() => expect(pageText()).toContain("C-2026-000001 hat neue Zeiten."));
    expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([
      { not_before: "2026-11-21T09:15:00.000Z", due_at: "2026-11-21T10:45:00.000Z", lock_version: 7 },
    ]);
  });

  it("has another end alone when Shift is held", async () => {
    const server = await pickUp();
    await press("ArrowRight", { shiftKey: true });
    await press("Enter");
    await until(() => expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(1));
    expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([{ lock_version: 7, due_at: "2026-11-21T10:35:00.000Z" }]);
  });

  it("is moved by who does not see all of it, too", async () => {
    const server = await pickUp();
    server.answer({ getCase: () => ({ ...stored, is_redacted: true }) });
    await press("ArrowRight");
    await press("Enter");
    await until(() => expect(pageText()).toContain("C-2026-000001 hat neue Zeiten."));
    expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(1);
  });

  it("is moved although somebody has changed something else of it at the same moment", async () => {
    const server = await pickUp();
    server.answer({
      getCase: () => ({ ...stored, lock_version: 8, description: "Zweiter Stock" }),
      updateCaseTimeWindow: ({ body }) =>
        body.lock_version === 7 ? new Refusal("LOCK_VERSION_CONFLICT") : { ...stored, ...body },
    });
    await press("ArrowRight");
    await press("Enter");
    await until(() => expect(pageText()).toContain("C-2026-000001 hat neue Zeiten."));
    expect(server.bodiesOf("updateCaseTimeWindow").map(({ lock_version }) => lock_version)).toEqual([7, 8]);
  });

  it("is shown at its new time before the server has answered", async () => {
    const server = await pickUp();
    server.answer({ updateCaseTimeWindow: noAnswerYet });
    await press("ArrowRight");
    await press("Enter");
    await until(() => expect(barNames()[0]).toContain("10:05 bis 11:35"));
  });

  it("is back where it was, with the reason, when the server refuses", async () => {
    const server = await pickUp();
    server.answer({ updateCaseTimeWindow: () => new Refusal("CASE_FINALIZED") });
    await press("ArrowRight");
    await press("Enter");
    await until(() => expect(pageText()).toContain("C-2026-000001: "));
    expect(barNames()[0]).toContain("10:00 bis 11:30");
  });

  it("is not moved over the times that somebody else has just set", async () => {
    const server = await pickUp();
    server.answer({
      getCaseStateHistory: () => [],
      getCase: () => ({ ...stored, lock_version: 8, due_at: "2026-11-21T12:00:00+00:00" }),
      updateCaseTimeWindow: () =>
        new Refusal("LOCK_VERSION_CONFLICT", ["lock_version", "7"], ["current_lock_version", "8"]),
    });
    await press("ArrowRight");
    await press("Enter");
    await until(() => expect(pageText()).toContain("Die Zeiten wurden inzwischen von jemand anderem geändert."));
    expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(1);
  });

  it("is not moved once its crew has begun in the meantime, and the dispatcher is told", async () => {
    const server = await pickUp();
    server.answer({
      getCaseStateHistory: () => [],
      getCase: () => ({ ...stored, lock_version: 8, state: { current: "STARTED", actions: [] } }),
      updateCaseTimeWindow: () => new Refusal("LOCK_VERSION_CONFLICT"),
    });
    await press("ArrowRight");
    await press("Enter");
    await until(() => expect(clashes.get()).toHaveLength(1));
    expect(clashes.get()[0]).toMatchObject({ clash: { changed: ["state"] }, wanted: undefined });
    expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(1);
    expect(barNames()[0]).toContain("10:00 bis 11:30");
    clashes.set([]);
  });

  it("stays by Escape, and nobody is asked", async () => {
    const server = await pickUp();
    await press("ArrowRight");
    await press("Escape");
    expect(pageText()).toContain("Nicht verschoben.");
    expect(barNames()[0]).toContain("10:00 bis 11:30");
    expect(server.bodiesOf("updateCaseTimeWindow")).toEqual([]);
  });

  it("stays when it is done, and says so", async () => {
    await pickUp(/^C-2/);
    expect(pageText()).toContain("C-2026-000002 ist abgeschlossen und bleibt, wo es ist.");
  });

  it("can be taken back after it was moved", async () => {
    const server = await pickUp();
    await press("ArrowRight");
    await press("Enter");
    await click(await until(() => find("button", "Rückgängig")));
    await until(() => expect(server.bodiesOf("updateCaseTimeWindow")).toHaveLength(2));
    expect(server.bodiesOf("updateCaseTimeWindow")[1]).toMatchObject({ not_before, due_at });
  });
});
