/** Letters as one types them in a hurry: small, and without accents. */
export const fold = (text: string): string =>
  text.toLowerCase().replaceAll("ß", "ss").normalize("NFKD").replaceAll(/\p{M}/gu, "");
