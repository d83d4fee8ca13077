import { describe, expect, it } from "vitest";
import { findType, guessType, safeName } from "./file-type";

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
});
