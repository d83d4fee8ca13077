/** Layer that floats over the board at the moment. */
export type Layer = "palette" | "sheet" | "messages" | "sessions" | "time_export" | null;
