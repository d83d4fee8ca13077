import { expect, it } from "vitest";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { mountComponent, setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { pageText } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { TimelineRowMenu } from "./row-menu.tsx";
import { aNumberedShift } from "./timeline-testkit.tsx";

it("the menu of a timeline row shows the days of a shift that begins or ends on another day than today", async () => {
  setFakeSystemTime("2026-11-21T08:30:00Z");
  stubApiFetch({ getUserInfo: () => aDispatcher({ grants: [] }) });
  const tours = [
    { start: "2026-11-21T06:00:00Z", end: "2026-11-21T16:00:00Z" },
    { start: "2026-11-21T19:00:00Z", end: "2026-11-22T05:00:00Z" },
  ].map(({ start, end }, index) =>
    aNumberedShift(index + 1, {
      plate: "G 101 BE",
      status: "SCHEDULED",
      started_at: null,
      scheduled_start_at: start,
      scheduled_end_at: end,
    }),
  );
  const row = {
    is: "row",
    id: "v1",
    title: "G 101 BE",
    crew: "",
    vehicle_id: "v1",
    tours,
    bars: [],
    lanes: 1,
    open: 0,
    total: 0,
    violation: "none",
  } as const;
  const nothing = () => undefined;
  const asked = { announce: nothing, onPanel: nothing, onShow: nothing, onClose: nothing };
  await mountComponent(<TimelineRowMenu row={row} at={new DOMRect()} {...asked} />);
  await waitUntil(() => expect(pageText()).toContain("07:00 – 17:00"));
  expect(pageText()).toContain("20:00 – 22.11., 06:00");
});
