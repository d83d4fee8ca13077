import { type Cheerio, type CheerioAPI, load } from "cheerio";

type CheerioSelection = Cheerio<never>;
interface HtmlNode {
  readonly type: string;
  readonly data?: string;
  readonly name?: string;
}

const DROPPED_SELECTOR =
  "script, style, noscript, svg, button, nav, form, .hash-link, .theme-doc-breadcrumbs, .theme-doc-toc-mobile, .table-of-contents, .theme-doc-version-badge, .theme-doc-footer, [role=tablist], [data-legend], .ref-bar, .ref-anchor, .ref-crumbs";

/** Main part of a page as Markdown, links with their full address. Undefined for a page without one. */
export function markdownOfHtml(html: string, siteUrl: string): string | undefined {
  const $ = load(html);
  $(DROPPED_SELECTOR).remove();
  $("[role=tabpanel]").removeAttr("hidden");
  const found = [".theme-doc-markdown", ".ref-page", "article", "main"]
    .map((part) => $(part).first())
    .find(({ length }) => length > 0);
  if (found === undefined) return undefined;
  const text = new MarkdownWriter($, siteUrl).blocks(found as unknown as CheerioSelection);
  return `${text.replaceAll(/\n{3,}/g, "\n\n").trim()}\n`;
}

class MarkdownWriter {
  constructor(
    private readonly $: CheerioAPI,
    private readonly siteUrl: string,
  ) {}

  blocks(parent: CheerioSelection): string {
    let [text, run] = ["", [] as HtmlNode[]];
    const endRun = () => {
      text += this.run(run);
      run = [];
    };
    for (const node of this.children(parent)) {
      if (isInlineNode(node)) run.push(node);
      else {
        endRun();
        text += this.block(node);
      }
    }
    endRun();
    return text;
  }

  /** Inline content as text. Links that only a style separates get a space between them. */
  private run(nodes: readonly HtmlNode[]): string {
    const texts = nodes.map(
      (node, at) => (isLinkNode(node) && isLinkNode(nodes[at - 1]) ? " " : "") + this.inlineNode(node),
    );
    return collapseSpaces(texts.join("")).trim();
  }

  private block(node: HtmlNode): string {
    const element = this.$(node as never) as unknown as CheerioSelection;
    switch (node.name) {
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        return `\n\n${"#".repeat(Number(node.name[1]))} ${this.inline(element)}\n\n`;
      case "p":
      case "summary":
        return `\n\n${this.inline(element)}\n\n`;
      case "pre":
        return `\n\n${this.code(element)}\n\n`;
      case "ul":
      case "ol":
        return `\n\n${this.list(element, node.name === "ol")}\n\n`;
      case "dl":
        return `\n\n${this.facts(element)}\n\n`;
      case "table":
        return `\n\n${this.table(element)}\n\n`;
      case "blockquote":
        return `\n\n${prefixLines(this.blocks(element).trim(), "> ")}\n\n`;
      case "hr":
        return "\n\n---\n\n";
      default:
        return `\n\n${this.blocks(element)}\n\n`;
    }
  }

  private inline(parent: CheerioSelection): string {
    return this.run(this.children(parent));
  }

  private inlineNode(node: HtmlNode): string {
    if (node.type === "text") return node.data ?? "";
    if (node.type === "comment") return "";
    const element = this.$(node as never) as unknown as CheerioSelection;
    const text = () => this.inline(element);
    switch (node.name) {
      case "br":
        return " ";
      case "code":
        return `\`${element.text()}\``;
      case "strong":
      case "b":
        return `**${text()}**`;
      case "em":
      case "i":
        return `*${text()}*`;
      case "a":
        return `[${text()}](${new URL(element.attr("href") ?? "", this.siteUrl).href})`;
      default:
        return this.children(element)
          .map((child) => this.inlineNode(child))
          .join("");
    }
  }

  private list(list: CheerioSelection, isNumbered: boolean): string {
    return this.children(list)
      .filter(({ name }) => name === "li")
      .map((item, at) => {
        const mark = isNumbered ? `${at + 1}. ` : "- ";
        const text = this.blocks(this.$(item as never) as unknown as CheerioSelection)
          .trim()
          .replaceAll(/\n{2,}/g, "\n");
        return mark + text.replaceAll("\n", `\n${" ".repeat(mark.length)}`);
      })
      .join("\n");
  }

  /** Definition list: a term and its description, each pair in a `div` of its own. */
  private facts(list: CheerioSelection): string {
    const pairs = this.children(list).map((pair) =>
      this.children(this.$(pair as never) as unknown as CheerioSelection).map((part) =>
        this.inline(this.$(part as never) as unknown as CheerioSelection),
      ),
    );
    return pairs.map(([term, ...said]) => `- **${term}:** ${said.join(" ")}`).join("\n");
  }

  private code(block: CheerioSelection): string {
    const language = /language-(\w+)/.exec(
      `${block.attr("class")} ${block.parents("[class*=language-]").attr("class")}`,
    );
    block.find("br").replaceWith("\n");
    return `\`\`\`${language?.[1] ?? ""}\n${block.text().replace(/\n+$/, "")}\n\`\`\``;
  }

  private table(table: CheerioSelection): string {
    const rows = table
      .find("tr")
      .toArray()
      .map((row) =>
        this.children(this.$(row) as unknown as CheerioSelection)
          .filter(({ name }) => name === "th" || name === "td")
          .map((cell) => this.inline(this.$(cell as never) as unknown as CheerioSelection).replaceAll("|", "\\|")),
      );
    const [head = [], ...body] = rows;
    const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
    return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
  }

  private children(parent: CheerioSelection): readonly HtmlNode[] {
    return parent.contents().toArray() as unknown as readonly HtmlNode[];
  }
}

const INLINE_TAGS = new Set(["a", "b", "br", "code", "em", "i", "kbd", "span", "strong", "time"]);
const isInlineNode = ({ type, name = "" }: HtmlNode) => type === "text" || type === "comment" || INLINE_TAGS.has(name);
const isLinkNode = (node: HtmlNode | undefined) => node?.name === "a";
const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, " ");
const prefixLines = (text: string, prefix: string) => text.replaceAll(/^/gm, prefix);
