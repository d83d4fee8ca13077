/** Language of samples, by the suffix of the file; in the order of the tabs. */
export interface SampleFileLanguage {
  readonly suffix: string;
  readonly label: string;
  /** Name of the language in the highlighter. */
  readonly highlight: string;
  /** Program and arguments that run a file. */
  readonly run: (path: string) => readonly [string, ...string[]];
  /** Command that prints the version, to see whether the program is installed. */
  readonly version: readonly [string, ...string[]];
}

export const sampleFileLanguages: readonly SampleFileLanguage[] = [
  {
    suffix: "sh",
    label: "Shell",
    highlight: "bash",
    run: (path) => ["bash", "-eu", path],
    version: ["bash", "--version"],
  },
  {
    suffix: "mjs",
    label: "JavaScript",
    highlight: "js",
    run: (path) => [process.execPath, "--import", "tsx", path],
    version: [process.execPath, "--version"],
  },
  {
    suffix: "py",
    label: "Python",
    highlight: "python",
    run: (path) => ["python3", path],
    version: ["python3", "--version"],
  },
  { suffix: "php", label: "PHP", highlight: "php", run: (path) => ["php", path], version: ["php", "--version"] },
  { suffix: "java", label: "Java", highlight: "java", run: (path) => ["java", path], version: ["java", "--version"] },
];
