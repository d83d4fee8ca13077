import type { DocumentBlock, PaperDocument, HeadingBlock, PictureBlock, SignatureBlock, TableBlock } from "./document";
import { TextLayout, type TextLine, type PdfKitDocument, type TextStyle } from "./lettering.service";
import { PdfWithEscapedMetadata } from "./titled-pdf.service";

/** Measures in points, 72 to the inch. */
const PAGE_MARGIN = 48;
const FOOTER_HEIGHT = 40;
const FOOTER_LINES_MAX = 3;
const BLOCK_GAP = 8;
const CELL_PADDING = 4;
const TEXT_STYLE: TextStyle = { size: 9.5, weight: 400 };
const SMALL_TEXT_STYLE: TextStyle = { size: 8, weight: 400, color: "#444444" };
const FACT_NAME_STYLE: TextStyle = { size: 9.5, weight: 400, color: "#555555" };
const TABLE_CELL_STYLE: TextStyle = { size: 8, weight: 400 };
const COLUMN_TITLE_STYLE: TextStyle = { size: 8, weight: 700 };
const HEADING_STYLES = { 1: { size: 18, weight: 700 }, 2: { size: 12, weight: 700 } } as const satisfies Record<
  number,
  TextStyle
>;
/** Maximum number of lines of a row that are kept together on a page. */
const UNBROKEN_ROW_LINES_MAX = 10;
/** Longest text that stays whole behind a heading. */
const UNBROKEN_TEXT_LENGTH_MAX = 500;
const FACT_NAME_WIDTH_SHARE = 0.32;
export const STRIKETHROUGH_COLOR = "#b00020";
const LINE_COLOR = "#999999";

/** Puts pictures on the pages, which have to be read first. */
export interface DocumentPicturePlacer {
  place(block: PictureBlock): Promise<void>;
  sign(block: SignatureBlock): Promise<void>;
}

/** Sets a document on A4 pages, from top to bottom. */
export class DocumentTypesetter {
  readonly pdf: PdfKitDocument;
  private readonly lettering: TextLayout;
  private y = PAGE_MARGIN;

  constructor(
    private readonly document: PaperDocument,
    private readonly pictures: (typesetter: DocumentTypesetter) => DocumentPicturePlacer,
  ) {
    const { title, author, language, madeAt } = document;
    this.pdf = new PdfWithEscapedMetadata({
      size: "A4",
      // Text is placed line by line; pdfkit must never begin a page by itself.
      margins: { top: 0, bottom: 0, left: 0, right: 0 },
      pdfVersion: "1.7",
      subset: "PDF/A-3b",
      lang: language,
      displayTitle: true,
      bufferPages: true,
      // No default font: fonts are opened where text needs them, and pdfkit keeps them open only under their names.
      font: null,
      info: {
        Title: title,
        Author: author,
        Creator: "Leitstand",
        Producer: "Leitstand",
        CreationDate: new Date(madeAt),
      },
    } as unknown as PDFKit.PDFDocumentOptions);
    this.lettering = new TextLayout(this.pdf);
  }

  get width(): number {
    return this.pdf.page.width - 2 * PAGE_MARGIN;
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
    return [PAGE_MARGIN, at];
  }

  leave(gap = BLOCK_GAP) {
    this.y += gap;
  }

  /** Writes lines under each other, over as many pages as they need. */
  write(
    text: string,
    { x = PAGE_MARGIN, width = this.width, style = TEXT_STYLE }: { x?: number; width?: number; style?: TextStyle } = {},
  ) {
    for (const line of this.lettering.lines(text, width, style)) {
      const [, y] = this.reserve(this.lettering.lineHeight(style));
      this.lettering.draw(line, [x, y], style);
    }
  }

  readonly small = (text: string) => this.write(text, { style: SMALL_TEXT_STYLE });

  private get bottom(): number {
    return this.pdf.page.height - PAGE_MARGIN - FOOTER_HEIGHT;
  }

  private turnPage() {
    this.pdf.addPage();
    this.y = PAGE_MARGIN;
  }

  private place(block: Exclude<DocumentBlock, { readonly kind: "picture" | "signature" | "heading" }>) {
    switch (block.kind) {
      case "text":
        this.write(block.text, { style: block.isSmall ? SMALL_TEXT_STYLE : TEXT_STYLE });
        return this.leave();
      case "notice":
        return this.notice(block.text);
      case "rule":
        return this.drawRule(this.reserve(BLOCK_GAP)[1]);
      case "facts":
        return this.facts(block.facts);
      case "table":
        return this.table(block);
    }
  }

  /** Writes a heading, which never stands alone at the foot of a page, nor with the head of a table alone. */
  private head({ text, level }: HeadingBlock, following: readonly DocumentBlock[]) {
    const style = HEADING_STYLES[level];
    if (level === 2) this.leave();
    const lineHeight = this.lettering.lineHeight(style);
    const kept = Math.max(4 * lineHeight, lineHeight + 4 + this.beginningOf(following));
    if (this.y + Math.min(kept, this.bottom - PAGE_MARGIN) > this.bottom) this.turnPage();
    this.write(text, { style });
    this.leave(4);
  }

  /** Height of what must stay with a heading: short texts, and the first row of a table. */
  private beginningOf([block, ...others]: readonly DocumentBlock[]): number {
    switch (block?.kind) {
      case "text":
      case "notice": {
        const lines = this.lettering.lines(
          block.text.slice(0, UNBROKEN_TEXT_LENGTH_MAX),
          this.width - 2 * BLOCK_GAP,
          TEXT_STYLE,
        ).length;
        return lines * this.lettering.lineHeight(TEXT_STYLE) + 2 * CELL_PADDING + BLOCK_GAP + this.beginningOf(others);
      }
      case "table":
        return this.tableBeginning(block);
      default:
        return 0;
    }
  }

  private tableBeginning({ columns, rows }: TableBlock): number {
    const lineHeight = this.lettering.lineHeight(TABLE_CELL_STYLE);
    const lines = (cells: readonly string[], style: TextStyle) =>
      Math.max(
        0,
        ...cells.map((cell, place) => {
          const { share } = columns[place] as TableBlock["columns"][number];
          return this.lettering.lines(cell, share * this.width - 2 * CELL_PADDING, style).length;
        }),
      );
    const titles = columns.map(({ title }) => title);
    const first = Math.min(lines(rows[0]?.cells ?? [], TABLE_CELL_STYLE), UNBROKEN_ROW_LINES_MAX);
    return (lines(titles, COLUMN_TITLE_STYLE) + first) * lineHeight + 2 * CELL_PADDING;
  }

  private notice(text: string) {
    const lines = this.lettering.lines(text, this.width - 2 * BLOCK_GAP, TEXT_STYLE);
    const height = lines.length * this.lettering.lineHeight(TEXT_STYLE) + 2 * CELL_PADDING;
    if (height > this.bottom - PAGE_MARGIN) return this.write(text);
    const [x, y] = this.reserve(height);
    this.pdf.rect(x, y, this.width, height).lineWidth(1).strokeColor(STRIKETHROUGH_COLOR).stroke();
    this.drawLines(lines, [x + BLOCK_GAP, y + CELL_PADDING], TEXT_STYLE);
    this.leave();
  }

  private drawLines(lines: readonly TextLine[], [x, y]: readonly [number, number], style: TextStyle) {
    for (const [place, line] of lines.entries())
      this.lettering.draw(line, [x, y + place * this.lettering.lineHeight(style)], style);
  }

  private drawRule(y: number) {
    this.pdf
      .moveTo(PAGE_MARGIN, y)
      .lineTo(PAGE_MARGIN + this.width, y)
      .lineWidth(0.5)
      .strokeColor(LINE_COLOR)
      .stroke();
  }

  private facts(facts: readonly (readonly [string, string])[]) {
    const left = this.width * FACT_NAME_WIDTH_SHARE;
    for (const [name, value] of facts) {
      const names = this.lettering.lines(name, left - BLOCK_GAP, FACT_NAME_STYLE);
      const values = this.lettering.lines(value, this.width - left, TEXT_STYLE);
      for (let row = 0; row < Math.max(names.length, values.length); row++) {
        const [x, y] = this.reserve(this.lettering.lineHeight(TEXT_STYLE));
        if (names[row]) this.lettering.draw(names[row] as TextLine, [x, y], FACT_NAME_STYLE);
        if (values[row]) this.lettering.draw(values[row] as TextLine, [x + left, y], TEXT_STYLE);
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
        { widths, style: COLUMN_TITLE_STYLE, isStruck: false },
      );
    if (this.y + this.tableBeginning({ kind: "table", columns, rows }) > this.bottom) this.turnPage();
    head();
    for (const { cells, isStruck = false } of rows) {
      this.row(cells, { widths, style: TABLE_CELL_STYLE, isStruck, onPage: head });
    }
    this.leave();
  }

  /** Writes a row; one that is longer than a page continues on the next pages. */
  private row(cells: readonly string[], options: TableRowOptions) {
    const { widths, style, isStruck, onPage } = options;
    const columns = cells.map((text, place) =>
      this.lettering.lines(text, (widths[place] as number) - 2 * CELL_PADDING, style),
    );
    const lineHeight = this.lettering.lineHeight(style);
    const count = Math.max(...columns.map(({ length }) => length));
    const whole = count * lineHeight + CELL_PADDING;
    if (this.y + Math.min(whole, lineHeight * UNBROKEN_ROW_LINES_MAX) > this.bottom) {
      this.turnPage();
      onPage?.();
    }
    for (let line = 0; line < count; line++) {
      if (this.y + lineHeight > this.bottom) {
        this.turnPage();
        onPage?.();
      }
      const [x, y] = this.reserve(lineHeight);
      let left = x + CELL_PADDING;
      for (const [place, column] of columns.entries()) {
        const text = column[line];
        if (text) {
          this.lettering.draw(text, [left, y], style);
          if (isStruck && text.width > 0) this.strike([left, y + lineHeight * 0.4], text.width);
        }
        left += widths[place] as number;
      }
    }
    this.drawRule(this.y + CELL_PADDING / 2);
    this.leave(CELL_PADDING);
  }

  private strike([x, y]: readonly [number, number], width: number) {
    this.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.8)
      .strokeColor(STRIKETHROUGH_COLOR)
      .stroke();
  }

  private numberPages() {
    const { footer, pageWords } = this.document;
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(page);
      const number = `${pageWords.page} ${page + 1} ${pageWords.of} ${count}`;
      const y = this.pdf.page.height - PAGE_MARGIN - FOOTER_HEIGHT / 3;
      const [right] = this.lettering.lines(number, this.width, SMALL_TEXT_STYLE);
      const width = this.width - (right?.width ?? 0) - BLOCK_GAP;
      const left = this.lettering.firstLines(footer, { width, most: FOOTER_LINES_MAX }, SMALL_TEXT_STYLE);
      const top = y - (left.length - 1) * this.lettering.lineHeight(SMALL_TEXT_STYLE);
      this.drawRule(top - CELL_PADDING);
      this.drawLines(left, [PAGE_MARGIN, top], SMALL_TEXT_STYLE);
      if (right) this.lettering.draw(right, [PAGE_MARGIN + this.width - right.width, y], SMALL_TEXT_STYLE);
    }
  }
}

interface TableRowOptions {
  readonly widths: readonly number[];
  readonly style: TextStyle;
  readonly isStruck: boolean;
  /** Called at the top of a page on which the table continues. */
  readonly onPage?: () => void;
}
