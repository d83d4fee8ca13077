import { describe, expect, it } from "vitest";
import { dispositionOf, findPdfFault, findPixelSize, findType, guessType, isBomb, safeName } from "./file-type";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("files", () => {
  it.each([
    ["\u00ff\u00d8\u00ff\u00e0", "image/jpeg"],
    ["\u0089PNG\r\n\u001a\n", "image/png"],
    ["RIFF\0\0\0\0WEBPVP8 ", "image/webp"],
    ["%PDF-1.4", "application/pdf"],
    ["GIF89a/*", undefined],
    [" %PDF-1.4", undefined],
    ["<html>", undefined],
    ["", undefined],
  ])("beginning with %j are %s", (head, type) => {
    expect(findType(bytes(head))).toBe(type);
  });

  it.each([
    ["GIF89a", "image/gif"],
    ["<?xml version='1.0'?><svg/>", "image/svg+xml"],
    ["\n <!DOCTYPE HTML>", "text/html"],
    ["MZ", "unknown"],
  ])("that are refused are named: %j is %s", (head, type) => {
    expect(guessType(bytes(head))).toBe(type);
  });

  it("without a whole header have no size", () => {
    expect(findPixelSize(bytes("\u0089PNG\r\n\u001a\n"), "image/png")).toBeUndefined();
    expect(findPixelSize(bytes("\u00ff\u00d8\u00ff\u00c0"), "image/jpeg")).toBeUndefined();
    expect(findPixelSize(bytes("RIFF\0\0\0\0WEBPVP8?"), "image/webp")).toBeUndefined();
  });

  it("of more than 50 megapixels, or of none, are bombs", () => {
    expect(isBomb({ width: 8_000, height: 6_000 })).toBe(false);
    expect(isBomb({ width: 30_000, height: 30_000 })).toBe(true);
    expect(isBomb({ width: 50_000, height: 10 })).toBe(true);
    expect(isBomb({ width: 0, height: 10 })).toBe(true);
  });

  it("that call themselves PDF must end as one, and not act", () => {
    const pdf = (body: string) => bytes(`%PDF-1.7\n${body}\nstartxref\n9\n%%EOF`);
    expect(findPdfFault(pdf("/Type/Catalog"))).toBeUndefined();
    expect(findPdfFault(bytes("%PDF-1.7 and nothing more"))).toBe("DAMAGED");
    expect(findPdfFault(pdf("/OpenAction<</S/#4AavaScript>>"))).toBe("ACTIVE_CONTENT");
  });

  it.each([
    ["../../etc/x\r\nSet-Cookie:a", "xSet-Cookie:a"],
    ["C:\\Fotos\\bild.jpg", "bild.jpg"],
    ["rechnung\u202Egpj.exe", "rechnunggpj.exe"],
    ["..", "file.jpg"],
    ["", "file.jpg"],
    ["🚑".repeat(300), "🚑".repeat(200)],
  ])("named %j are kept as %j", (given, kept) => {
    expect(safeName(given, "image/jpeg")).toBe(kept);
  });

  it("are always saved, under a name that cannot leave its header", () => {
    expect(dispositionOf('Müller "1".pdf')).toBe(
      "attachment; filename=\"M_ller _1_.pdf\"; filename*=UTF-8''M%C3%BCller%20%221%22.pdf",
    );
  });
});
