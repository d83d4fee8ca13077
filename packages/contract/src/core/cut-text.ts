/** First code points of a text, without splitting one. */
export const cut = (text: string, length: number) =>
  text.length <= length ? text : Array.from(text).slice(0, length).join("");
