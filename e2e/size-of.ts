/** Few of what is promised for very many show a fault in a short time; `GUARANTEES=whole` asks for all of them, which takes minutes. */
export const sizeOf = ({ whole, usual }: { whole: number; usual: number }): number =>
  process.env["GUARANTEES"] === "whole" ? whole : usual;
