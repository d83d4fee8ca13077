/** A document before it is set: what stands in it, in which order, and in the words and times of its reader. */

export interface Document {
  readonly title: string;
  /** The company. */
  readonly author: string;
  /** Of the text, for whoever reads it aloud. */
  readonly language: "de" | "en";
  /** At the foot of each page; the number of the page is added. */
  readonly footer: string;
  readonly pageWords: { readonly page: string; readonly of: string };
  /** When it was made; milliseconds since 1970. */
  readonly madeAt: number;
  readonly blocks: readonly Block[];
}

export type Block =
  | HeadingBlock
  | { readonly kind: "text"; readonly text: string; readonly isSmall?: boolean }
  /** Something that nobody must overlook. */
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "rule" }
  /** What is known, by its name. */
  | { readonly kind: "facts"; readonly facts: readonly (readonly [name: string, value: string])[] }
  | TableBlock
  | SignatureBlock
  | PictureBlock;

export interface HeadingBlock {
  readonly kind: "heading";
  readonly text: string;
  readonly level: 1 | 2;
}
export interface TableBlock {
  readonly kind: "table";
  /** Shares of the width of the page. */
  readonly columns: readonly { readonly title: string; readonly share: number }[];
  /** Struck through: what was taken back. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly isStruck?: boolean }[];
}
export interface SignatureBlock {
  readonly kind: "signature";
  /** As the phone drew it, or the stored picture of it. */
  readonly drawing: { readonly svgPath: string } | { readonly file: StoredPicture };
  readonly caption: string;
  readonly isStruck: boolean;
  /** Instead of what cannot be drawn. */
  readonly otherwise: string;
}
export interface PictureBlock {
  readonly kind: "picture";
  readonly file: StoredPicture;
  readonly caption: string;
  readonly otherwise: string;
}
/** A file of the installation, by the path under which it is kept. */
export interface StoredPicture {
  readonly path: string;
  readonly mime_type: string;
}
