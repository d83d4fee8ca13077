/** Folds text for comparison with hurried typing: lower case, and without accents. */
export const foldCaseAndAccents = (text: string): string =>
  text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "");
