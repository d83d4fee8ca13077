import { expect, it } from "vitest";
import { aPhotoOfVehicle } from "#photos/photo.fixture.ts";
import type { PlannedVehicleCheck } from "#shared/route.ts";
import {
  vehicleCheckContent,
  CHECK_MILEAGE_FIELD,
  parseCheckMileage,
  firstMissingCheckField,
  checkNoteFieldName,
  checkResultFieldName,
} from "./check-values.ts";

const [lights, brakes] = ["Lights", "Brakes"].map((title) => ({ id: title.toLowerCase(), title, description: null }));
const checkTemplates = [lights, brakes].flatMap((template) => template ?? []);
const fieldsWithoutDefect = {
  [checkResultFieldName("lights")]: "OK",
  [checkResultFieldName("brakes")]: "OK",
  [CHECK_MILEAGE_FIELD]: "128 412",
};
const fieldsWithDefect = { ...fieldsWithoutDefect, [checkResultFieldName("brakes")]: "DEFECT" };

it.each([
  [{}, checkResultFieldName("lights")],
  [{ [checkResultFieldName("lights")]: "OK" }, checkResultFieldName("brakes")],
  [fieldsWithDefect, checkNoteFieldName("brakes")],
  [{ ...fieldsWithDefect, [checkNoteFieldName("brakes")]: "  " }, checkNoteFieldName("brakes")],
  [{ ...fieldsWithoutDefect, [CHECK_MILEAGE_FIELD]: "" }, CHECK_MILEAGE_FIELD],
  [fieldsWithoutDefect, undefined],
])("the form of a vehicle check finds its first missing field: %j", (fields, field) => {
  expect(firstMissingCheckField(checkTemplates, fields)).toBe(field);
});

it.each([
  ["128 412", 128_412],
  ["128412.4", 128_412],
  ["99999999", undefined],
])("the form of a vehicle check reads the mileage %j", (text, km) => {
  expect(parseCheckMileage({ [CHECK_MILEAGE_FIELD]: text })).toBe(km);
});

it("a vehicle check sends a defect with its description and photo, and all other items as OK", () => {
  const check: PlannedVehicleCheck = {
    phase: "END",
    vehicle: { id: "vehicle", license_plate: "G-104 LS", description: "" },
    tour_id: "tour",
  };
  const ofVehicle = { vehicle_id: "vehicle", template_id: "brakes" };
  const photos = [
    { ...aPhotoOfVehicle({ id: "photo", status: "draft" }), ...ofVehicle },
    { ...aPhotoOfVehicle({ id: "of an earlier check" }), ...ofVehicle },
    { ...aPhotoOfVehicle({ id: "of what is right after all", status: "draft" }), ...ofVehicle, template_id: "lights" },
    { ...aPhotoOfVehicle({ id: "of another vehicle", status: "draft" }), ...ofVehicle, vehicle_id: "other" },
  ];
  const fields = { ...fieldsWithDefect, [checkNoteFieldName("brakes")]: " soft " };
  expect(vehicleCheckContent(check, checkTemplates, { fields, photos })).toEqual({
    op: "createVehicleCheck",
    body: {
      id: "vehicle",
      tour_id: "tour",
      phase: "END",
      mileage_km: 128_412,
      items: [
        { template_id: "lights", result: "OK" },
        { template_id: "brakes", result: "DEFECT", note: "soft", photo_ids: ["photo"] },
      ],
    },
  });
});
