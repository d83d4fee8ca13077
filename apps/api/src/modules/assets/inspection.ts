import type { FileType } from "./file-type";

/** Between the server and the process that looks at files. Their bytes lie on the disk; only paths go back and forth. */
export interface FileQuestion {
  readonly path: string;
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
export type FileFault = PdfFault | "EMPTY" | "TOO_MANY_PIXELS" | "TOO_COMPLEX";

export type FileAnswer =
  | { readonly found: FileFound }
  | { readonly fault: FileFault }
  /** Of no type that is kept: what it seems to be instead. */
  | { readonly detected: string };

/** Beside the file, so that it lies on the same disk. */
export const rewrittenPathOf = (path: string) => `${path}.new`;
