import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:http";
import { Transformer } from "@napi-rs/image";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resizeSvg, findSvgFault, svgSizeOf, stripSvgComments } from "./logo-svg";
import { drawLogoPngs } from "./logos.service";

const secretFilePath = join(tmpdir(), `leitstand-secret-${process.pid}.png`);
const logoSizes = { heights: [32], shape: 8, padded: false };
const svgText = (inside: string, head = "", root = "") =>
  `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 60 20"${root}>${inside}</svg>`;

describe("an SVG that is to be a logo", () => {
  let port: number;
  const asked: string[] = [];
  const server = createServer(({ url }, answer) => {
    asked.push(url ?? "");
    answer.end("<svg xmlns='http://www.w3.org/2000/svg'/>");
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as { port: number }).port;
    const red = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20" fill="red"/></svg>`;
    writeFileSync(secretFilePath, await Transformer.fromSvg(red).png());
  });
  afterAll(() => {
    server.close();
    rmSync(secretFilePath);
  });

  const file = `file://${secretFilePath}`;
  const hostile: Readonly<Record<string, () => string>> = {
    "an entity of a file": () => svgText("<text>&x;</text>", `<!DOCTYPE svg [<!ENTITY x SYSTEM "${file}">]>`),
    "a thousand million laughs": () =>
      svgText("<text>&b;</text>", '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'),
    "a DTD from elsewhere": () => svgText("", `<!DOCTYPE svg SYSTEM "http://127.0.0.1:${port}/dtd">`),
    "a style sheet from elsewhere": () => svgText("", `<?xml-stylesheet href="http://127.0.0.1:${port}/css"?>`),
    "a picture by its path": () => svgText(`<image href="${secretFilePath}" width="60" height="20"/>`),
    "a picture by a file address": () => svgText(`<image xlink:href="${file}" width="60" height="20"/>`),
    "a picture from the network": () => svgText(`<image href="http://127.0.0.1:${port}/png" width="9" height="9"/>`),
    "a picture in another namespace": () =>
      `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:image href="${secretFilePath}" width="9" height="9"/></s:svg>`,
    "a picture behind a comment": () => svgText(`<ima<!-- -->ge href="${secretFilePath}"/>`),
    "a picture between what only looks like a comment": () =>
      svgText(
        `<style><![CDATA[ <!-- ]]></style><image href="${secretFilePath}" width="60" height="20"/><style><![CDATA[ --> ]]></style>`,
      ),
    "a picture as data": () => svgText('<image href="data:image/png;base64,AAAA" width="9" height="9"/>'),
    "a filter that loads": () =>
      svgText(`<filter id="f"><feImage href="${secretFilePath}"/></filter><rect filter="url(#f)"/>`),
    "another document's shape": () => svgText(`<use href="http://127.0.0.1:${port}/a.svg#x"/>`),
    "a shape of a local file": () => svgText(`<use xlink:href='${file}#x'/>`),
    "a paint from elsewhere": () => svgText(`<rect fill="url(http://127.0.0.1:${port}/p#x)" width="9" height="9"/>`),
    "an imported style": () => svgText(`<style>@import "http://127.0.0.1:${port}/css";</style>`),
    "a style spelled in escapes": () => svgText(`<style>rect{fill:u\\72l(http://127.0.0.1:${port}/p)}</style>`),
    "an address spelled in entities": () => svgText('<use href="&#x66;ile:///etc/passwd#x"/>'),
    "a script": () => svgText("<script>fetch('/')</script>"),
    "a handler": () => svgText("", "", ' onload="fetch(1)"'),
    "a page inside": () => svgText("<foreignObject><iframe src='/'/></foreignObject>"),
    "a base for what follows": () => svgText("<g xml:base='http://127.0.0.1/'><use href='#a'/></g>"),
    "an animation that sets an address": () => svgText(`<use href="#a"><set attributeName="href" to="${file}"/></use>`),
  };

  it.each(Object.keys(hostile))(
    "an SVG logo with %s is refused or drawn without that part, and no other file is read",
    async (name) => {
      const bytes = Buffer.from((hostile[name] as () => string)());
      const drawn = await drawLogoPngs(bytes, logoSizes);
      // Text that only looks like a comment is left out with the comments, and the rest is drawn.
      const nothing = await drawLogoPngs(Buffer.from(svgText("")), logoSizes);
      expect([nothing, { fault: "REFERENCES" }, { detected: "unknown" }]).toContainEqual(drawn);
      expect(asked).toEqual([]);
    },
  );

  it("an SVG logo with text is refused, because the text would have the fonts of the server", async () => {
    for (const letters of ['<text y="9">A</text>', '<g><text><textPath href="#a">A</textPath></text></g>'])
      expect(await drawLogoPngs(Buffer.from(svgText(letters)), logoSizes)).toEqual({ fault: "TEXT" });
  });

  it("an SVG logo that refers to a picture file would show it without the check", async () => {
    const png = await Transformer.fromSvg(svgText(`<image href="${secretFilePath}" width="60" height="20"/>`)).png();
    const clear = await Transformer.fromSvg(svgText("")).png();
    expect(png.equals(clear)).toBe(false);
  });

  it.each([
    ["a gradient of its own", svgText('<linearGradient id="g"/><rect fill="url(#g)" width="60" height="20"/>')],
    ["a shape used twice", svgText('<g id="a"><path d="M0 0h9v9z"/></g><use xlink:href="#a" x="9"/>')],
    [
      "the words of a drawing program",
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Generator: Inkscape -->\n${svgText("<title>A &amp; B</title>")}`,
    ],
    ["a style of its own", svgText("<style>.a{fill:#1d3b53}</style><rect class='a' width='60' height='20'/>")],
  ])("an SVG logo with %s is accepted", async (_, text) => {
    expect(findSvgFault(stripSvgComments(text))).toBeUndefined();
    expect(await drawLogoPngs(Buffer.from(text), logoSizes)).toMatchObject([{ width: 96, height: 32 }]);
  });

  it.each([
    ['<svg viewBox="0 0 30 10">', { width: 30, height: 10 }],
    ['<svg width="30mm" height="10mm">', { width: 30, height: 10 }],
    ['<svg width="100%" height="100%">', undefined],
    ['<svg viewBox="0 0 0 10">', undefined],
  ])("the size of an SVG logo is read from %s", (root, size) => {
    expect(svgSizeOf(`${root}</svg>`)).toEqual(size);
  });

  it("an SVG logo is drawn at the requested size, whatever size its file has", async () => {
    const huge =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9000000" height="3000000"><rect width="9000000" height="3000000"/></svg>';
    expect(resizeSvg(huge, { width: 96, height: 32 })).toContain(
      '<svg width="96" height="32" viewBox="0 0 9000000 3000000"',
    );
    expect(await drawLogoPngs(Buffer.from(huge), logoSizes)).toMatchObject([{ width: 96, height: 32 }]);
  });

  it("the size of an SVG logo comes from its root element, and not from a comment before it", async () => {
    const lying = `<!-- <svg viewBox="0 0 1 1"> -->${svgText("").replace('viewBox="0 0 60 20"', 'width="9000000" height="3000000"')}`;
    expect(await drawLogoPngs(Buffer.from(lying), logoSizes)).toMatchObject([{ width: 96, height: 32 }]);
  });
});
