/** Mark at the end of the page's own words; below stands the part from the changelog. */
const MARK = "{/* Below: generated from CHANGELOG.md by `npm run generate`. */}";

/**
 * Page of the release history: its own words, and the sections of the changelog that begin with a date. Links of the
 * changelog lead to files of the repository, those of the page to addresses of the site.
 */
export function releaseHistory(page: string, changelog: string): string {
  const [words, ...rest] = page.split(`${MARK}\n`);
  if (words === undefined || rest.length !== 1)
    throw new Error(`The page of the release history needs one line ${MARK}`);
  const sections = changelog.split(/^(?=## )/m).filter((section) => /^## \d{4}-\d\d-\d\d: \S/.test(section));
  if (sections.length === 0) throw new Error("The changelog has no release with a date.");
  return `${words}${MARK}\n\n${sections.map(asPagePart).join("\n").trimEnd()}\n`;
}

const asPagePart = (section: string) =>
  `${section.trimEnd()}\n`
    .replaceAll(/^### (.+)$/gm, "$1")
    .replaceAll("](apps/docs/docs/", "](./")
    .replaceAll("](openapi.yaml#", "](/openapi/#")
    .replaceAll("](openapi.yaml)", "](pathname:///static/openapi.yaml)");
