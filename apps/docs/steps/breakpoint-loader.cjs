const THEIRS = "const DesktopBreakpoint = 996;";

/** See breakpoint.ts. A Docusaurus that says it in other words must not be taken for one that was changed. */
module.exports = (source) => {
  if (!source.includes(THEIRS)) throw new Error(`Docusaurus no longer says "${THEIRS}".`);
  return source.replace(THEIRS, "const DesktopBreakpoint = 995;");
};
