/**
 * Messages between the server and the process that inspects files. The bytes are on the disk; only paths are exchanged.
 */
import type { FileType } from "./file-type";

export interface FileInspectionRequest {
  readonly path: string;
  /** Sizes at which the file is to be drawn as a logo, instead of being kept itself. */
  readonly logo?: LogoSizes;
}

/**
 * Sizes of a logo: each drawing fits into its height and `shape` times that width, and fills both if it is to be
 * `padded`.
 */
export interface LogoSizes {
  readonly heights: readonly number[];
  readonly shape: number;
  readonly padded: boolean;
}

/** PNG drawn beside the uploaded file. */
export interface LogoDrawing {
  readonly path: string;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** File fit to be kept, with the path of its bytes and their type. */
export interface AcceptedFile {
  readonly mime_type: FileType;
  /** Path of the file itself, or of the picture that was re-encoded beside it. */
  readonly path: string;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
}

export type PdfFault = "DAMAGED" | "ACTIVE_CONTENT" | "ENCRYPTED" | "UNREADABLE";
/** Reasons for refusing a file. `TOO_COMPLEX`: it took more time or memory than any honest file of its size. */
export type FileFault = PdfFault | "EMPTY" | "REFERENCES" | "TEXT" | "TOO_MANY_PIXELS" | "TOO_COMPLEX";

export type FileInspectionResult =
  | { readonly found: AcceptedFile }
  | { readonly drawings: readonly LogoDrawing[] }
  | { readonly fault: FileFault }
  /** The file is of no type that is kept; this is what it seems to be instead. */
  | { readonly detected: string };

/** Path in the folder of the file, so that both are on the same disk. */
export const logoDrawingPath = (path: string, height: number) => `${path}.${height}`;
export const reencodedPicturePath = (path: string) => `${path}.new`;
