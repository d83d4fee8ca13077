/**
 * Replaces a text of a script by another (options `from` and `to`, see changed-scripts.ts); fails when another version of
 * Docusaurus no longer contains it.
 */
module.exports = function (source) {
  const { from, to } = this.getOptions();
  if (!source.includes(from)) throw new Error(`Docusaurus no longer says "${from}" in ${this.resourcePath}.`);
  return source.replace(from, to);
};
