export interface ToolRun {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
}
export interface ToolOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly echo?: boolean;
  readonly timeoutMs?: number;
  readonly graceMs?: number;
}
export function runTool(command: readonly string[], options?: ToolOptions): Promise<ToolRun>;
