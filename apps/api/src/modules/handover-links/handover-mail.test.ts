import { describe, expect, it } from "vitest";
import { renderHandoverPageHtml } from "./handover-mail";

describe("the page of a handover link", () => {
  it("the page of a handover link shows a tenant's name as text, whatever characters it has", () => {
    const html = renderHandoverPageHtml("de", {
      company: `<script>alert("1")</script>`,
      natural_id: "C-1'&",
      state: "ready",
    });
    expect(html).not.toContain("<script>");
    expect(html).toContain("&#60;script&#62;");
  });
});
