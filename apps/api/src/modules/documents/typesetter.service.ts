import type { Block, Document, HeadingBlock, PictureBlock, SignatureBlock, TableBlock } from "./document";
import { Lettering, type Line, type Pdf, type Style } from "./lettering.service";
import { TitledPdf } from "./titled-pdf.service";

/** Measures in points, 72 to the inch. */
const MARGIN = 48;
const FOOT = 40;
const GAP = 8;
const PADDING = 4;
const TEXT: Style = { size: 9.5, weight: 400 };
const SMALL: Style = { size: 8, weight: 400, color: "#444444" };
const NAME: Style = { size: 9.5, weight: 400, color: "#555555" };
const CELL: Style = { size: 8, weight: 400 };
const COLUMN: Style = { size: 8, weight: 700 };
const HEADINGS = { 1: { size: 18, weight: 700 }, 2: { size: 12, weight: 700 } } as const satisfies Record<
  number,
  Style
>;
/** Most lines of a row that are kept together on a page. */
const ROW_LINES_KEPT = 10;
/** Longest text that stays whole behind a heading. */
const KEPT_LENGTH_MAX = 500;
const NAMES_SHARE = 0.32;
export const STRUCK_COLOR = "#b00020";
const GREY = "#999999";

/** Puts pictures on the pages, which have to be read first. */
export interface PictureSetter {
  place(block: PictureBlock): Promise<void>;
  sign(block: SignatureBlock): Promise<void>;
}

/** Sets a document on A4 pages, from top to bottom. */
export class Typesetter {
  readonly pdf: Pdf;
  private readonly lettering: Lettering;
  private y = MARGIN;

  constructor(
    private readonly document: Document,
    private readonly pictures: (typesetter: Typesetter) => PictureSetter,
  ) {
    const { title, author, language, madeAt } = document;
    this.pdf = new TitledPdf({
      size: "A4",
      // Text is placed line by line; pdfkit must never begin a page by itself.
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      pdfVersion: "1.7",
      subset: "PDF/A-3b",
      lang: language,
      displayTitle: true,
      bufferPages: true,
      // No default font: fonts are opened where text needs them, and only under their names does pdfkit keep them open.
      font: null,
      info: {
        Title: title,
        Author: author,
        Creator: "Leitstand",
        Producer: "Leitstand",
        CreationDate: new Date(madeAt),
      },
    } as unknown as PDFKit.PDFDocumentOptions);
    this.lettering = new Lettering(this.pdf);
  }

  get width(): number {
    return this.pdf.page.width - 2 * MARGIN;
  }

  async set(): Promise<void> {
    const pictures = this.pictures(this);
    for (const [place, block] of this.document.blocks.entries()) {
      if (block.kind === "picture") await pictures.place(block);
      else if (block.kind === "signature") await pictures.sign(block);
      else if (block.kind === "heading") this.head(block, this.document.blocks.slice(place + 1, place + 4));
      else this.place(block);
    }
    this.numberPages();
    this.pdf.end();
  }

  /** Reserves a height on this page or the next one, and answers where it begins. */
  reserve(height: number): readonly [x: number, y: number] {
    if (this.y + height > this.bottom) this.turnPage();
    const at = this.y;
    this.y += height;
    return [MARGIN, at];
  }

  leave(gap = GAP) {
    this.y += gap;
  }

  /** Writes lines under each other, over as many pages as they need. */
  write(
    text: string,
    { x = MARGIN, width = this.width, style = TEXT }: { x?: number; width?: number; style?: Style } = {},
  ) {
    for (const line of this.lettering.lines(text, width, style)) {
      const [, y] = this.reserve(this.lettering.lineHeight(style));
      this.lettering.draw(line, [x, y], style);
    }
  }

  readonly small = (text: string) => this.write(text, { style: SMALL });

  private get bottom(): number {
    return this.pdf.page.height - MARGIN - FOOT;
  }

  private turnPage() {
    this.pdf.addPage();
    this.y = MARGIN;
  }

  private place(block: Exclude<Block, { readonly kind: "picture" | "signature" | "heading" }>) {
    switch (block.kind) {
      case "text":
        this.write(block.text, { style: block.isSmall ? SMALL : TEXT });
        return this.leave();
      case "notice":
        return this.notice(block.text);
      case "rule":
        return this.drawRule(this.reserve(GAP)[1]);
      case "facts":
        return this.facts(block.facts);
      case "table":
        return this.table(block);
    }
  }

  /** Writes a heading, which never stands alone at the foot of a page, nor with the head of a table alone. */
  private head({ text, level }: HeadingBlock, following: readonly Block[]) {
    const style = HEADINGS[level];
    if (level === 2) this.leave();
    const lineHeight = this.lettering.lineHeight(style);
    const kept = Math.max(4 * lineHeight, lineHeight + 4 + this.beginningOf(following));
    if (this.y + Math.min(kept, this.bottom - MARGIN) > this.bottom) this.turnPage();
    this.write(text, { style });
    this.leave(4);
  }

  /** Height of what must stay with a heading: short texts, and the first row of a table. */
  private beginningOf([block, ...others]: readonly Block[]): number {
    switch (block?.kind) {
      case "text":
      case "notice": {
        const lines = this.lettering.lines(block.text.slice(0, KEPT_LENGTH_MAX), this.width - 2 * GAP, TEXT).length;
        return lines * this.lettering.lineHeight(TEXT) + 2 * PADDING + GAP + this.beginningOf(others);
      }
      case "table":
        return this.tableBeginning(block);
      default:
        return 0;
    }
  }

  private tableBeginning({ columns, rows }: TableBlock): number {
    const lineHeight = this.lettering.lineHeight(CELL);
    const lines = (cells: readonly string[], style: Style) =>
      Math.max(
        0,
        ...cells.map((cell, place) => {
          const { share } = columns[place] as TableBlock["columns"][number];
          return this.lettering.lines(cell, share * this.width - 2 * PADDING, style).length;
        }),
      );
    const titles = columns.map(({ title }) => title);
    const first = Math.min(lines(rows[0]?.cells ?? [], CELL), ROW_LINES_KEPT);
    return (lines(titles, COLUMN) + first) * lineHeight + 2 * PADDING;
  }

  private notice(text: string) {
    const lines = this.lettering.lines(text, this.width - 2 * GAP, TEXT);
    const height = lines.length * this.lettering.lineHeight(TEXT) + 2 * PADDING;
    if (height > this.bottom - MARGIN) return this.write(text);
    const [x, y] = this.reserve(height);
    this.pdf.rect(x, y, this.width, height).lineWidth(1).strokeColor(STRUCK_COLOR).stroke();
    this.drawLines(lines, [x + GAP, y + PADDING], TEXT);
    this.leave();
  }

  private drawLines(lines: readonly Line[], [x, y]: readonly [number, number], style: Style) {
    for (const [place, line] of lines.entries())
      this.lettering.draw(line, [x, y + place * this.lettering.lineHeight(style)], style);
  }

  private drawRule(y: number) {
    this.pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + this.width, y)
      .lineWidth(0.5)
      .strokeColor(GREY)
      .stroke();
  }

  private facts(facts: readonly (readonly [string, string])[]) {
    const left = this.width * NAMES_SHARE;
    for (const [name, value] of facts) {
      const names = this.lettering.lines(name, left - GAP, NAME);
      const values = this.lettering.lines(value, this.width - left, TEXT);
      for (let row = 0; row < Math.max(names.length, values.length); row++) {
        const [x, y] = this.reserve(this.lettering.lineHeight(TEXT));
        if (names[row]) this.lettering.draw(names[row] as Line, [x, y], NAME);
        if (values[row]) this.lettering.draw(values[row] as Line, [x + left, y], TEXT);
      }
      this.leave(2);
    }
    this.leave(4);
  }

  private table({ columns, rows }: TableBlock) {
    const widths = columns.map(({ share }) => share * this.width);
    const head = () =>
      this.row(
        columns.map(({ title }) => title),
        { widths, style: COLUMN, isStruck: false },
      );
    if (this.y + this.tableBeginning({ kind: "table", columns, rows }) > this.bottom) this.turnPage();
    head();
    for (const { cells, isStruck = false } of rows) {
      this.row(cells, { widths, style: CELL, isStruck, onPage: head });
    }
    this.leave();
  }

  /** Writes a row; one that is longer than a page continues on the next pages. */
  private row(cells: readonly string[], options: RowOptions) {
    const { widths, style, isStruck, onPage } = options;
    const columns = cells.map((text, place) =>
      this.lettering.lines(text, (widths[place] as number) - 2 * PADDING, style),
    );
    const lineHeight = this.lettering.lineHeight(style);
    const count = Math.max(...columns.map(({ length }) => length));
    const whole = count * lineHeight + PADDING;
    if (this.y + Math.min(whole, lineHeight * ROW_LINES_KEPT) > this.bottom) {
      this.turnPage();
      onPage?.();
    }
    for (let line = 0; line < count; line++) {
      if (this.y + lineHeight > this.bottom) {
        this.turnPage();
        onPage?.();
      }
      const [x, y] = this.reserve(lineHeight);
      let left = x + PADDING;
      for (const [place, column] of columns.entries()) {
        const text = column[line];
        if (text) {
          this.lettering.draw(text, [left, y], style);
          if (isStruck && text.width > 0) this.strike([left, y + lineHeight * 0.4], text.width);
        }
        left += widths[place] as number;
      }
    }
    this.drawRule(this.y + PADDING / 2);
    this.leave(PADDING);
  }

  private strike([x, y]: readonly [number, number], width: number) {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.8)
      .strokeColor(STRUCK_COLOR)
      .stroke();
  }

  private numberPages() {
    const { footer, pageWords } = this.document;
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page);
      const number = `${pageWords.page} ${page + 1} ${pageWords.of} ${count}`;
      const y = this.pdf.page.height - MARGIN - FOOT / 3;
      this.drawRule(y - PADDING);
      const [right] = this.lettering.lines(number, this.width, SMALL);
      const [left] = this.lettering.lines(footer, this.width - (right?.width ?? 0) - GAP, SMALL);
      if (left) this.lettering.draw(left, [MARGIN, y], SMALL);
      if (right) this.lettering.draw(right, [MARGIN + this.width - right.width, y], SMALL);
    }
  }
}

interface RowOptions {
  readonly widths: readonly number[];
  readonly style: Style;
  readonly isStruck: boolean;
  /** Called at the top of a page on which the table continues. */
  readonly onPage?: () => void;
}
