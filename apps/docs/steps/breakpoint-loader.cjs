const THEIRS = "const DesktopBreakpoint = 996;";

/**
 * Changes the breakpoint, see breakpoint.ts; fails when another version of Docusaurus no longer contains the expected
 * text.
 */
module.exports = (source) => {
  if (!source.includes(THEIRS)) throw new Error(`Docusaurus no longer says "${THEIRS}".`);
  return source.replace(THEIRS, "const DesktopBreakpoint = 995;");
};
