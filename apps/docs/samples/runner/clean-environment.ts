/** The variables by which a preloaded library such as libfaketime is loaded and told the time. */
const MOVES_CLOCK = /^(LD_PRELOAD|FAKETIME.*)$/;

/**
 * The environment of a program that is to know nothing of ours but where programs and its home are. What moves the clock of this
 * process it gets, too: a program and the server that it talks to read one clock.
 */
export const cleanEnvironment = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => MOVES_CLOCK.test(name))),
  ...variables,
});
