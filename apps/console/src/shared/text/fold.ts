/** Folds text for comparison with hurried typing: lower case, without accents, and the dotless i of Turkish as a plain one. */
export const foldCaseAndAccents = (text: string): string =>
  text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll("ı", "i");
