/** Layer that floats over the board at the moment. */
export type FloatingLayer = "palette" | "sheet" | "messages" | "sessions" | "time_export" | null;
