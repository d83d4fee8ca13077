/** Progress of an export. */
export type ExportProgress =
  | { readonly state: "asked" }
  | { readonly state: "offline" }
  | { readonly state: "waits"; readonly seconds: number; readonly fault: unknown }
  /** `total` in bytes, where the server knows it beforehand. */
  | { readonly state: "comes"; readonly received: number; readonly total: number | undefined }
  | { readonly state: "saved"; readonly file_name: string }
  | { readonly state: "failed"; readonly fault: unknown };
