/** Folds text for comparison with hurried typing: lower case, and without accents. */
export const fold = (text: string): string =>
  text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "");
