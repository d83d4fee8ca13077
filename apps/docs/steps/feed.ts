import { load } from "cheerio";

interface ReleaseEntry {
  readonly date: string;
  readonly title: string;
  readonly anchor: string;
  readonly html: string;
}

/** The release history as an Atom feed: one entry for each second-level heading that begins with a date. */
export function buildReleaseFeed(
  html: string,
  { url, title }: { readonly url: string; readonly title: string },
): string {
  const releases = parseReleases(html, url);
  const entries = releases.map(
    ({ date, title: name, anchor, html: content }) => `  <entry>
    <id>${url}#${anchor}</id>
    <title>${escapeXml(name)}</title>
    <link href="${url}#${anchor}"/>
    <updated>${date}T00:00:00Z</updated>
    <content type="html">${escapeXml(content)}</content>
  </entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${url}</id>
  <title>${escapeXml(title)}</title>
  <link href="${url}"/>
  <link rel="self" href="${new URL("/feed.atom", url).href}"/>
  <author><name>${escapeXml(title)}</name></author>
  <updated>${releases[0]?.date ?? "1970-01-01"}T00:00:00Z</updated>
${entries.join("\n")}
</feed>
`;
}

function parseReleases(html: string, url: string): readonly ReleaseEntry[] {
  const $ = load(html);
  $("article .hash-link").remove();
  // A feed reader shows the entry at another address, where `/docs/...` would lead nowhere.
  for (const link of $("article a[href]").toArray())
    $(link).attr("href", new URL($(link).attr("href") ?? "", url).href);
  return $("article h2")
    .toArray()
    .flatMap((heading) => {
      const title = $(heading).text().trim();
      const date = /^\d{4}-\d{2}-\d{2}/.exec(title)?.[0];
      if (date === undefined) return [];
      const content = $(heading)
        .nextUntil("h2")
        .toArray()
        .map((part) => $.html(part))
        .join("");
      return [{ date, title, anchor: $(heading).attr("id") ?? "", html: content }];
    })
    .sort((a, b) => (a.date < b.date ? 1 : -1));
}

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
