import { readFileSync } from "node:fs";
import { allOperations } from "@leitstand/contract/operations";
import { describe, expect, it } from "vitest";
import { renderReleaseHistory } from "./release-history";

const historyPage =
  "---\ntitle: History\n---\n\nWhat is new.\n\n{/* Below: generated from CHANGELOG.md by `npm run generate`. */}\n\nold\n";
const exampleChangelog = `# Changelog

## Unreleased

### Added

- A thing to come.

## 2026-12-01: Sheds

### Added

- Sheds ([\`getShed\`](openapi.yaml#getShed)): [Shed](apps/docs/docs/concepts/shed.md), in [openapi.yaml](openapi.yaml).

## 2026-11-01: Shelves

### Changed

- Shelves.
`;

describe("release history", () => {
  it("the release history keeps the page's introduction and adds the dated sections of the changelog, newest first", () => {
    const [words, sections] = renderReleaseHistory(historyPage, exampleChangelog).split("npm run generate`. */}\n");
    expect(words).toBe("---\ntitle: History\n---\n\nWhat is new.\n\n{/* Below: generated from CHANGELOG.md by `");
    expect(sections).toBe(
      "\n## 2026-12-01: Sheds\n\nAdded\n\n- Sheds ([`getShed`](/openapi/#getShed)): [Shed](./concepts/shed.md), in [openapi.yaml](pathname:///static/openapi.yaml).\n\n## 2026-11-01: Shelves\n\nChanged\n\n- Shelves.\n",
    );
  });

  it("the release history stays the same when it is generated again", () => {
    const once = renderReleaseHistory(historyPage, exampleChangelog);
    expect(renderReleaseHistory(once, exampleChangelog)).toBe(once);
  });

  it("the release history cannot be generated without the page's marker or without a release in the changelog", () => {
    expect(() => renderReleaseHistory("words", exampleChangelog)).toThrow("needs one line");
    expect(() => renderReleaseHistory(historyPage, "# Changelog\n\n## Unreleased\n")).toThrow("no release with a date");
  });

  it("the release history links only to operations of the contract", () => {
    const text = readFileSync(new URL("../CHANGELOG.md", import.meta.url), "utf8");
    const linked = [...text.matchAll(/\]\(openapi\.yaml#(\w+)\)/g)].map(([, id]) => id);
    expect(linked.length).toBeGreaterThan(20);
    expect(linked.filter((id) => !allOperations.some((operation) => operation.id === id))).toEqual([]);
  });
});
