/** Cuts a text after a number of code points, without splitting one. */
export const truncateText = (text: string, length: number) =>
  text.length <= length
    ? text
    : // A code point takes two places at most, and the text may be a megabyte.
      Array.from(text.slice(0, 2 * length))
        .slice(0, length)
        .join("");
