import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";

const grants = ["createVehicleType", "deleteVehicleType", "getVehicleTypes"];

describe("deleting vehicle types", () => {
  const api = startApi();

  it("a deleted vehicle type is removed from the excluded vehicle types of addresses", async () => {
    const boss = await api.signIn(...grants, "createAddress", "getAddresses");
    const [hearse, van] = [
      await boss.createVehicleType({ name: "Hearse", short_key: "H" }),
      await boss.createVehicleType({ name: "Van", short_key: "V" }),
    ];
    const narrow = await boss.createAddress({ name: "Courtyard", excluded_vehicle_type_ids: [van.id, hearse.id] });
    const wide = await boss.createAddress({ name: "Street", excluded_vehicle_type_ids: [hearse.id] });
    await boss.deleteVehicleType({ id: van.id });
    expect(await boss.getVehicleTypes()).toEqual([hearse]);
    expect(await boss.getAddresses()).toEqual([
      { ...narrow, excluded_vehicle_type_ids: [hearse.id], lock_version: 1, updated_at: expect.any(String) },
      wide,
    ]);
  });

  it("a vehicle type of a vehicle cannot be deleted, even if the vehicle is inactive", async () => {
    const boss = await api.signIn(...grants, "createVehicle");
    const { id } = await boss.createVehicleType({ name: "Hearse", short_key: "H" });
    for (const license_plate of ["G 1", "G 2"])
      await boss.createVehicle({ license_plate, description: "", active: false, capacity: 1, vehicle_type_id: id });
    await expect(boss.deleteVehicleType({ id })).rejects.toMatchObject({
      status: 409,
      code: "RESOURCE_IN_USE",
      args: [
        { key: "by", value: "vehicle", type: "enum" },
        { key: "count", value: "2", type: "int" },
      ],
    });
    expect(await boss.getVehicleTypes()).toHaveLength(1);
  });

  it("a deleted vehicle type is not excluded by an address that was stored at the same moment", async () => {
    const boss = await api.signIn(...grants, "createAddress", "getAddresses");
    for (let round = 0; round < 10; round++) {
      const { id } = await boss.createVehicleType({ name: "Van", short_key: `V${round}` });
      const draft = { name: "Yard", excluded_vehicle_type_ids: [id] };
      await Promise.allSettled([boss.createAddress(draft), boss.deleteVehicleType({ id })]);
    }
    const lists = (await boss.getAddresses()).flatMap(({ excluded_vehicle_type_ids }) => excluded_vehicle_type_ids);
    expect(lists).toEqual([]);
    expect(await boss.getVehicleTypes()).toEqual([]);
  });

  it("a vehicle type of another tenant cannot be deleted", async () => {
    const { id } = await (await api.signIn(...grants)).createVehicleType({ name: "Hearse", short_key: "H" });
    const foreign = (await api.signIn(...grants)).deleteVehicleType({ id });
    await expect(foreign).rejects.toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
  });
});
