import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:http";
import { Transformer } from "@napi-rs/image";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atSize, findSvgFault, sizeOf, withoutComments } from "./logo-svg";
import { drawLogo } from "./logos.service";

const secret = join(tmpdir(), `leitstand-secret-${process.pid}.png`);
const sizes = { heights: [32], shape: 8, padded: false };
const svg = (inside: string, head = "", root = "") =>
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
    writeFileSync(secret, await Transformer.fromSvg(red).png());
  });
  afterAll(() => {
    server.close();
    rmSync(secret);
  });

  const file = `file://${secret}`;
  const hostile: Readonly<Record<string, () => string>> = {
    "an entity of a file": () => svg("<text>&x;</text>", `<!DOCTYPE svg [<!ENTITY x SYSTEM "${file}">]>`),
    "a thousand million laughs": () => svg("<text>&b;</text>", '<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'),
    "a DTD from elsewhere": () => svg("", `<!DOCTYPE svg SYSTEM "http://127.0.0.1:${port}/dtd">`),
    "a style sheet from elsewhere": () => svg("", `<?xml-stylesheet href="http://127.0.0.1:${port}/css"?>`),
    "a picture by its path": () => svg(`<image href="${secret}" width="60" height="20"/>`),
    "a picture by a file address": () => svg(`<image xlink:href="${file}" width="60" height="20"/>`),
    "a picture from the network": () => svg(`<image href="http://127.0.0.1:${port}/png" width="9" height="9"/>`),
    "a picture in another namespace": () =>
      `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:image href="${secret}" width="9" height="9"/></s:svg>`,
    "a picture behind a comment": () => svg(`<ima<!-- -->ge href="${secret}"/>`),
    "a picture between what only looks like a comment": () =>
      svg(
        `<style><![CDATA[ <!-- ]]></style><image href="${secret}" width="60" height="20"/><style><![CDATA[ --> ]]></style>`,
      ),
    "a picture as data": () => svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>'),
    "a filter that loads": () => svg(`<filter id="f"><feImage href="${secret}"/></filter><rect filter="url(#f)"/>`),
    "another document's shape": () => svg(`<use href="http://127.0.0.1:${port}/a.svg#x"/>`),
    "a shape of a local file": () => svg(`<use xlink:href='${file}#x'/>`),
    "a paint from elsewhere": () => svg(`<rect fill="url(http://127.0.0.1:${port}/p#x)" width="9" height="9"/>`),
    "an imported style": () => svg(`<style>@import "http://127.0.0.1:${port}/css";</style>`),
    "a style spelled in escapes": () => svg(`<style>rect{fill:u\\72l(http://127.0.0.1:${port}/p)}</style>`),
    "an address spelled in entities": () => svg('<use href="&#x66;ile:///etc/passwd#x"/>'),
    "a script": () => svg("<script>fetch('/')</script>"),
    "a handler": () => svg("", "", ' onload="fetch(1)"'),
    "a page inside": () => svg("<foreignObject><iframe src='/'/></foreignObject>"),
    "a base for what follows": () => svg("<g xml:base='http://127.0.0.1/'><use href='#a'/></g>"),
    "an animation that sets an address": () => svg(`<use href="#a"><set attributeName="href" to="${file}"/></use>`),
  };

  it.each(Object.keys(hostile))("an SVG logo with %s shows nothing of it, and no other file is read", async (name) => {
    const bytes = Buffer.from((hostile[name] as () => string)());
    const drawn = await drawLogo(bytes, sizes);
    // Text that only looks like a comment is left out with the comments, and the rest is drawn.
    const nothing = await drawLogo(Buffer.from(svg("")), sizes);
    expect([nothing, { fault: "REFERENCES" }, { detected: "unknown" }]).toContainEqual(drawn);
    expect(asked).toEqual([]);
  });

  it("an SVG logo with letters is refused, because they would look as the fonts of the server do", async () => {
    for (const letters of ['<text y="9">A</text>', '<g><text><textPath href="#a">A</textPath></text></g>'])
      expect(await drawLogo(Buffer.from(svg(letters)), sizes)).toEqual({ fault: "TEXT" });
  });

  it("an SVG logo that names a picture would be drawn with it if it were not checked first", async () => {
    const png = await Transformer.fromSvg(svg(`<image href="${secret}" width="60" height="20"/>`)).png();
    const clear = await Transformer.fromSvg(svg("")).png();
    expect(png.equals(clear)).toBe(false);
  });

  it.each([
    ["a gradient of its own", svg('<linearGradient id="g"/><rect fill="url(#g)" width="60" height="20"/>')],
    ["a shape used twice", svg('<g id="a"><path d="M0 0h9v9z"/></g><use xlink:href="#a" x="9"/>')],
    [
      "the words of a drawing program",
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Generator: Inkscape -->\n${svg("<title>A &amp; B</title>")}`,
    ],
    ["a style of its own", svg("<style>.a{fill:#1d3b53}</style><rect class='a' width='60' height='20'/>")],
  ])("an SVG logo may have %s", async (_, text) => {
    expect(findSvgFault(withoutComments(text))).toBeUndefined();
    expect(await drawLogo(Buffer.from(text), sizes)).toMatchObject([{ width: 96, height: 32 }]);
  });

  it.each([
    ['<svg viewBox="0 0 30 10">', { width: 30, height: 10 }],
    ['<svg width="30mm" height="10mm">', { width: 30, height: 10 }],
    ['<svg width="100%" height="100%">', undefined],
    ['<svg viewBox="0 0 0 10">', undefined],
  ])("the size of an SVG logo is read from %s", (root, size) => {
    expect(sizeOf(`${root}</svg>`)).toEqual(size);
  });

  it("an SVG logo is drawn at the requested size, however large it claims to be", async () => {
    const huge =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9000000" height="3000000"><rect width="9000000" height="3000000"/></svg>';
    expect(atSize(huge, { width: 96, height: 32 })).toContain(
      '<svg width="96" height="32" viewBox="0 0 9000000 3000000"',
    );
    expect(await drawLogo(Buffer.from(huge), sizes)).toMatchObject([{ width: 96, height: 32 }]);
  });

  it("the size of an SVG logo comes from its root element, and not from a comment before it", async () => {
    const lying = `<!-- <svg viewBox="0 0 1 1"> -->${svg("").replace('viewBox="0 0 60 20"', 'width="9000000" height="3000000"')}`;
    expect(await drawLogo(Buffer.from(lying), sizes)).toMatchObject([{ width: 96, height: 32 }]);
  });
});
