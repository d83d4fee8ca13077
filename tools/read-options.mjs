import { parseArgs } from "node:util";

/** Exit code of a command that is called wrongly, as of most programs. */
const WRONG_USAGE_EXIT_CODE = 2;

/**
 * Reads options and words of a command line like `parseArgs`. An unknown option, or a missing value, ends the process
 * with the list of options: a command that goes on without them would do all of its work instead of none.
 */
export function parseCommandLine(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!error.code?.startsWith("ERR_PARSE_ARGS_")) throw error;
    const [sentence] = error.message.split(/\.\s/);
    return exitWithUsageError(`${sentence}. Options: ${Object.keys(config.options).map(optionName).join(", ")}`);
  }
}

/** Ends the process for a call that makes no sense. */
export function exitWithUsageError(sentence) {
  console.error(sentence);
  process.exit(WRONG_USAGE_EXIT_CODE);
}

const optionName = (option) => `--${option}`;
