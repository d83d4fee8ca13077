import { describe, expect, it } from "vitest";
import { attachmentHeaders } from "./attachment";

describe("files in answers", () => {
  it("a file is always sent as a download, under a name that cannot break out of its header", () => {
    const headers = attachmentHeaders({ file_name: 'Müller "1".pdf', mime_type: "application/pdf" });
    expect(headers["content-disposition"]).toBe(
      "attachment; filename=\"M_ller _1_.pdf\"; filename*=UTF-8''M%C3%BCller%20%221%22.pdf",
    );
  });
});
