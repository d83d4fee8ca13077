/** The languages in which samples are written, in the order of their tabs; by the suffix of the file. */
export interface Language {
  readonly suffix: string;
  readonly label: string;
  /** As the highlighter calls it. */
  readonly highlight: string;
  /** Program and arguments that run a file. */
  readonly run: (path: string) => readonly [string, ...string[]];
  /** Of the program, to see whether it is there at all. */
  readonly version: readonly [string, ...string[]];
}

export const languages: readonly Language[] = [
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
