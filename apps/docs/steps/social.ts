import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { operatingCompany } from "../company";
import { unpackWoff } from "./woff";

/** Width of pictures in pixels, as the large networks show them. */
const PICTURE_WIDTH = 1200;
const PICTURE_HEIGHT = 630;
const LINE_LETTERS_MAX = 58;
/**
 * Font attributes of bold text: in the font files each weight is a family of its own, and is only found by that name.
 */
const BOLD_FONT_ATTRIBUTES = 'font-family="Inter SemiBold" font-weight="400"';

export interface LinkPreviewText {
  readonly title: string;
  readonly description: string;
}

/**
 * Draws preview pictures of links for chats and networks: title and description of the page, in the colours of the
 * product.
 */
export function createLinkPreviewDrawer(): (page: LinkPreviewText) => Buffer {
  const fontFiles = ["400", "600"].map(unpackFont);
  return (page) =>
    new Resvg(pictureSvg(page), { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: "Inter" } })
      .render()
      .asPng();
}

/** Unpacks a font to a file: the renderer reads only unpacked files. */
function unpackFont(weight: string): string {
  const { resolve } = createRequire(import.meta.url);
  const packed = resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`);
  const path = join(tmpdir(), `leitstand-docs-${process.pid}`, `inter-${weight}.ttf`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, unpackWoff(readFileSync(packed)));
  return path;
}

function pictureSvg({ title, description }: LinkPreviewText): string {
  const lines = wrapTitle(description)
    .slice(0, 3)
    .map((line, at) => `<text x="96" y="${372 + at * 48}" font-size="32" fill="#4a5361">${escapeXml(line)}</text>`);
  const size = title.length > 24 ? 60 : 84;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" font-family="Inter">
    <rect width="100%" height="100%" fill="#ffffff"/>
    <rect width="16" height="100%" fill="#1f5fbf"/>
    <text x="96" y="136" font-size="32" ${BOLD_FONT_ATTRIBUTES} fill="#1f5fbf">${escapeXml(operatingCompany.siteTitle)}</text>
    <text x="96" y="288" font-size="${size}" ${BOLD_FONT_ATTRIBUTES} fill="#14181f">${escapeXml(title)}</text>
    ${lines.join("\n    ")}
  </svg>`;
}

function wrapTitle(text: string): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length < LINE_LETTERS_MAX) lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
