import { expect, it } from "vitest";
import { pathWithoutIds } from "./technical-path.ts";

it.each([
  ["/api/v1/cases/c0a80101-5a53-4b8e-9a36-1f6f6a1f8f10/send_action", "/cases/:id/send_action"],
  [
    "https://example.org/api/v1/cases/C0A80101-5A53-4B8E-9A36-1F6F6A1F8F10/todos/8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002",
    "/cases/:id/todos/:id",
  ],
  ["/api/v1/addresses?text=Fuchs%20Alois", "/addresses"],
])("the driver app's diagnostic log contains of the URL %s only the path %s", (address, path) => {
  expect(pathWithoutIds(address)).toBe(path);
});
