export interface TestFile {
  /** Name of the file, relative to the root of the project. */
  readonly name: string;
  /** The project of `vitest.config.ts` that it belongs to. */
  readonly project: string;
  readonly passed: number;
  readonly failed: readonly { readonly title: string; readonly error: string }[];
  readonly skipped: readonly string[];
  readonly seconds: number;
}
export interface TestRun {
  readonly files: readonly TestFile[];
  /** Errors that belong to no finished test file. */
  readonly outside: readonly string[];
  readonly seconds: number;
}
export interface TestSummary {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}
export interface TestRunOptions {
  readonly node?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly limitMs?: number;
}
export function runVitest(args: readonly string[], options?: TestRunOptions): Promise<TestRun>;
export function summaryOfRun(run: TestRun): TestSummary;
