/** Variables that load a library such as libfaketime, or set its time. */
const CLOCK_VARIABLE_PATTERN = /^(LD_PRELOAD|FAKETIME.*)$/;

/**
 * Environment of a program with nothing of ours except PATH and its home. It keeps what moves the clock of this
 * process: a program and its server read one clock.
 */
export const cleanEnvironmentKeepingClock = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => CLOCK_VARIABLE_PATTERN.test(name))),
  ...variables,
});
