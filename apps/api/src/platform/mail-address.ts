/**
 * Mail addresses that the product accepts: the pattern of HTML, with a dot in the domain. The grammar of RFC 5322 allows
 * addresses that no mail server accepts.
 */
export const MAIL_ADDRESS_PATTERN =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** Characters that an address may have, see `Email` of the contract. */
const MAIL_ADDRESS_LENGTH_MAX = 254;

/** Whether a person can sign in with the text as an address, for commands, which no contract checks. */
export const isMailAddress = (text: string) =>
  text.length <= MAIL_ADDRESS_LENGTH_MAX && MAIL_ADDRESS_PATTERN.test(text);
