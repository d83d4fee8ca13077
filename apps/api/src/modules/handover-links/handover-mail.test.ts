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

  it("the page of a handover link that leads nowhere names no company and no case, and has no button", () => {
    for (const language of ["de", "en"] as const) {
      const html = renderHandoverPageHtml(language, { state: "unknown" });
      expect(html).toMatch(language === "de" ? /<h1>Übergabebestätigung<\/h1>/ : /<h1>Confirmation of handover<\/h1>/);
      expect(html).not.toMatch(/undefined|<form/);
    }
  });
});
