import { Device } from "@leitstand/contract/fleet/device";
import { Tour } from "@leitstand/contract/tours/tour";
import { expect, it } from "vitest";
import { aDispatcher } from "#shared/api/me.fixture.ts";
import { exampleOfSchema } from "#shared/testing/example-testkit.ts";
import { mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { pageText } from "#shared/testing/screen-testkit.ts";
import { stubApiFetch } from "#shared/testing/server-testkit.ts";
import { TourCrew } from "./tour-crew.tsx";

/** Opens the crew of a tour, whose phone reports the given metadata. */
async function openCrew(metadata: Record<string, string> | null, grants = ["getDevices"]) {
  const server = stubApiFetch({
    getUserInfo: () => aDispatcher({ grants }),
    getDevice: () => ({ ...exampleOfSchema(Device), metadata }),
  });
  await mountComponent(<TourCrew tour={exampleOfSchema(Tour)} onView={() => undefined} />);
  await waitUntil(() => expect(pageText()).toContain("G-104 LS"));
  return server;
}

it("the inspector of a tour shows which permissions are off on the crew's phone", async () => {
  await openCrew({ permissions_off: "push position" });
  await waitUntil(() => expect(pageText()).toContain("Am Telefon aus: Standort, Benachrichtigungen"));
});

it.each([
  ["allows everything", { permissions_off: "" }],
  ["says nothing of it", null],
])("the inspector of a tour has no line about permissions for a crew's phone that %s", async (_, metadata) => {
  const server = await openCrew(metadata);
  await waitUntil(() => expect(server.bodiesOf("getDevice")).toHaveLength(1));
  expect(pageText()).not.toContain("Am Telefon aus");
});

it("the inspector of a tour does not request the crew's devices without the grant to read them", async () => {
  const server = await openCrew({ permissions_off: "push" }, []);
  await waitUntil(() => expect(server.bodiesOf("getUserInfo")).toHaveLength(1));
  expect(server.bodiesOf("getDevice")).toEqual([]);
});
