import { highlightCode } from "../../steps/highlight";
import { lastRunDayOfSample } from "./run-records";
import { readRecordedAnswer, filesOfSample, listSampleNames } from "./sample-files";

interface ShownCode {
  readonly language: string;
  readonly html: string;
}
export interface SampleWithAnswer {
  readonly codes: readonly (ShownCode & { readonly label: string; readonly file: string })[];
  readonly answer: ShownCode;
  /** Day of the run that gave the answer; null when the sample in its present form has not been run. */
  readonly ran_on: string | null;
}

/** Samples with answers as pages show them, by page. */
export function readSamplesWithAnswers(): Readonly<Record<string, Readonly<Record<string, SampleWithAnswer>>>> {
  const pages: Record<string, Record<string, SampleWithAnswer>> = {};
  for (const sample of listSampleNames()) {
    const [page = "", name = ""] = sample.split("/");
    (pages[page] ??= {})[name] = shownSample(sample, name);
  }
  return pages;
}

function shownSample(sample: string, name: string): SampleWithAnswer {
  const answer = readRecordedAnswer(sample);
  const language = answer.startsWith("HTTP/") ? "http" : /^[[{]/.test(answer) ? "json" : "text";
  return {
    codes: filesOfSample(sample).map(({ language: { label, suffix, highlight: language }, code }) => ({
      label,
      file: `${name}.${suffix}`,
      language,
      html: highlightCode(code, language),
    })),
    answer: { language, html: highlightCode(answer, language) },
    ran_on: lastRunDayOfSample(sample) ?? null,
  };
}
