import { describe, expect, it } from "vitest";
import { detectFileType, guessMimeType, sanitizeFileName } from "./file-type";

const bytesOfText = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

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
  ])("a file that begins with %j is of type %s", (head, type) => {
    expect(detectFileType(bytesOfText(head))).toBe(type);
  });

  it.each([
    ["GIF89a", "image/gif"],
    ["<?xml version='1.0'?><svg/>", "image/svg+xml"],
    ["\n <!DOCTYPE HTML>", "text/html"],
    ["\0\0\0\u0018ftypheic\0\0\0\0", "image/heic"],
    ["\0\0\0\u0018ftypmif1\0\0\0\0", "image/heic"],
    ["\0\0\0\u0018ftypisom\0\0\0\0", "video/mp4"],
    ["MZ", "unknown"],
  ])("the refusal of a file names its type: %j is %s", (head, type) => {
    expect(guessMimeType(bytesOfText(head))).toBe(type);
  });

  it.each([
    ["../../etc/x\r\nSet-Cookie:a", "xSet-Cookie:a.jpg"],
    ["C:\\Fotos\\bild.jpg", "bild.jpg"],
    ["BILD.JPEG", "BILD.JPEG"],
    ["rechnung\u202Egpj.exe", "rechnunggpj.exe.jpg"],
    ["IMG_0007.HEIC", "IMG_0007.jpg"],
    ["schein.pdf", "schein.jpg"],
    ["Foto vom 12.11", "Foto vom 12.11.jpg"],
    ["Mu\u0308ller.jpg", "M\u00fcller.jpg"],
    ["..", "file.jpg"],
    [".jpg", "file.jpg"],
    ["", "file.jpg"],
    ["🚑".repeat(300), `${"🚑".repeat(196)}.jpg`],
    [`${"a".repeat(300)}.jpeg`, `${"a".repeat(195)}.jpeg`],
  ])("an uploaded file named %j is stored as %j", (given, kept) => {
    expect(sanitizeFileName(given, "image/jpeg")).toBe(kept);
  });
});
