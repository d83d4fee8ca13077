/** Text of a field once a text of it has been sent: what was typed meanwhile stays. */
export const withoutSentText = (text: string, sent: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
