/** Document before typesetting: its content, in order, in the words and times of its reader. */

export interface PaperDocument {
  readonly title: string;
  /** Name of the tenant. */
  readonly author: string;
  /** Language of the text, for screen readers. */
  readonly language: "de" | "en";
  /** Text at the foot of each page; the page number is added. */
  readonly footer: string;
  readonly pageWords: { readonly page: string; readonly of: string };
  /** Moment at which it was made; milliseconds since 1970. */
  readonly madeAt: number;
  readonly blocks: readonly DocumentBlock[];
}

export type DocumentBlock =
  | HeadingBlock
  | { readonly kind: "text"; readonly text: string; readonly isSmall?: boolean }
  /** Notice that readers must not overlook. */
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "rule" }
  /** Facts with their names. */
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
  /** Columns, with their shares of the width of the page. */
  readonly columns: readonly { readonly title: string; readonly share: number }[];
  /** Rows; those that were undone are struck through. */
  readonly rows: readonly { readonly cells: readonly string[]; readonly isStruck?: boolean }[];
}
export interface SignatureBlock {
  readonly kind: "signature";
  /** Signature as the phone drew it, or the stored picture of it. */
  readonly drawing: { readonly svgPath: string } | { readonly file: StoredPicture };
  readonly caption: string;
  readonly isStruck: boolean;
  /** Text in place of a picture that cannot be drawn. */
  readonly otherwise: string;
}
export interface PictureBlock {
  readonly kind: "picture";
  readonly file: StoredPicture;
  readonly caption: string;
  readonly otherwise: string;
}
/** File of the installation, by the path under which it is stored. */
export interface StoredPicture {
  readonly path: string;
  readonly mime_type: string;
}
