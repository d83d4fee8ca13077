import { describe, expect, it } from "vitest";
import { handoverPage } from "./handover-mail";

describe("the page of a handover link", () => {
  it("shows a company's name as text, whatever it is called", () => {
    const html = handoverPage("de", { company: `<script>alert("1")</script>`, natural_id: "C-1'&", state: "ready" });
    expect(html).not.toContain("<script>");
    expect(html).toContain("&#60;script&#62;");
  });
});
