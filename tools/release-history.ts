/** Mark at the end of the page's own words; below stands the part from the changelog. */
const GENERATED_MARK = "{/* Below: generated from CHANGELOG.md by `npm run generate`. */}";

/**
 * Page of the release history: its own words, and the sections of the changelog that begin with a date. Links of the
 * changelog lead to files of the repository, those of the page to addresses of the site.
 */
export function renderReleaseHistory(page: string, changelog: string): string {
  const [words, ...rest] = page.split(`${GENERATED_MARK}\n`);
  if (words === undefined || rest.length !== 1)
    throw new Error(`The page of the release history needs one line ${GENERATED_MARK}`);
  const sections = changelog.split(/^(?=## )/m).filter((section) => /^## \d{4}-\d\d-\d\d: \S/.test(section));
  if (sections.length === 0) throw new Error("The changelog has no release with a date.");
  return `${words}${GENERATED_MARK}\n\n${sections.map(renderPagePart).join("\n").trimEnd()}\n`;
}

const renderPagePart = (section: string) =>
  `${section.trimEnd()}\n`
    .replaceAll(/^### (.+)$/gm, "$1")
    .replaceAll("](apps/docs/docs/", "](./")
    .replaceAll("](openapi.yaml#", "](/openapi/#")
    .replaceAll("](openapi.yaml)", "](pathname:///static/openapi.yaml)");
