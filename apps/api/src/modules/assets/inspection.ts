import type { FileType } from "./file-type";

/** Between the server and the process that looks at files. Their bytes lie on the disk; only paths go back and forth. */
export interface FileQuestion {
  readonly path: string;
  /** To be drawn as a logo of these sizes, and not kept itself. */
  readonly logo?: LogoSizes;
}

/** Each drawing fits into its height and `shape` times as much of width; it fills that where it is to be `padded`. */
export interface LogoSizes {
  readonly heights: readonly number[];
  readonly shape: number;
  readonly padded: boolean;
}

/** A PNG beside the file that was drawn. */
export interface LogoDrawing {
  readonly path: string;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** A file fit to be kept, where its bytes lie, and what they are. */
export interface FileFound {
  readonly mime_type: FileType;
  /** That of the file itself, or of the picture as it was re-encoded beside it. */
  readonly path: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
}

export type PdfFault = "DAMAGED" | "ACTIVE_CONTENT" | "ENCRYPTED" | "UNREADABLE";
/** `TOO_COMPLEX`: it took more time or memory than any honest file of its size. */
export type FileFault = PdfFault | "EMPTY" | "REFERENCES" | "TEXT" | "TOO_MANY_PIXELS" | "TOO_COMPLEX";

export type FileAnswer =
  | { readonly found: FileFound }
  | { readonly drawings: readonly LogoDrawing[] }
  | { readonly fault: FileFault }
  /** Of no type that is kept: what it seems to be instead. */
  | { readonly detected: string };

/** Beside the file, so that it lies on the same disk. */
export const drawnPathOf = (path: string, height: number) => `${path}.${height}`;
export const rewrittenPathOf = (path: string) => `${path}.new`;
