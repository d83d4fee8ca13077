import { readFileSync } from "node:fs";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { buildReleaseFeed } from "../feed";
import { buildFavicon } from "./favicon";

const builtPage = `<article><h1>Release history</h1>
  <h2 id="2026-11-20">2026-11-20<a class="hash-link" href="#2026-11-20">#</a></h2>
  <p>See <a href="/docs/webhooks#events">webhooks</a>, <a href="#later">below</a> and
  <a href="https://other.example/x">elsewhere</a>.</p></article>`;

describe("addresses of the documentation site", () => {
  it("the documentation's feed links to full addresses, also within its entries", () => {
    const feed = buildReleaseFeed(builtPage, { url: "https://docs.example/docs/release_history", title: "History" });
    const links = [...feed.matchAll(/href=(?:"|&quot;)(.*?)(?:"|&quot;)/g)].map(([, href]) => href);
    expect(links).toEqual([
      "https://docs.example/docs/release_history",
      "https://docs.example/feed.atom",
      "https://docs.example/docs/release_history#2026-11-20",
      "https://docs.example/docs/webhooks#events",
      "https://docs.example/docs/release_history#later",
      "https://other.example/x",
    ]);
  });

  it("the favicon of the documentation contains three sizes", () => {
    const icon = buildFavicon(readFileSync(new URL("../../static/img/mark.svg", import.meta.url), "utf8"));
    const sizes = Array.from({ length: icon.readUInt16LE(4) }, (_, at) => {
      const [bytes, offset] = [icon.readUInt32LE(6 + at * 16 + 8), icon.readUInt32LE(6 + at * 16 + 12)];
      const { width, height } = PNG.sync.read(icon.subarray(offset, offset + bytes));
      expect([width, height]).toEqual([icon.readUInt8(6 + at * 16), icon.readUInt8(6 + at * 16 + 1)]);
      return width;
    });
    expect(sizes).toEqual([16, 32, 48]);
  });
});
