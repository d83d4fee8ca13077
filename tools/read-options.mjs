import { parseArgs } from "node:util";

/** Exit code of a command that is called wrongly, as of most programs. */
const CALLED_WRONGLY = 2;

/**
 * Reads options and words of a command line like `parseArgs`. An unknown option, or a missing value, ends the process
 * with the list of options: a command that goes on without them would do all of its work instead of none.
 */
export function readOptions(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!error.code?.startsWith("ERR_PARSE_ARGS_")) throw error;
    const [sentence] = error.message.split(". ");
    return refuse(`${sentence}. Options: ${Object.keys(config.options).map(named).join(", ")}`);
  }
}

/** Ends the process for a call that makes no sense. */
export function refuse(sentence) {
  console.error(sentence);
  process.exit(CALLED_WRONGLY);
}

const named = (option) => `--${option}`;
