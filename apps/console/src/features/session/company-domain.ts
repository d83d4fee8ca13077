/** Whether a company can have this as its domain: nobody's are the machine itself, addresses and bare names. */
export const canBeDomain = (hostname: string): boolean =>
  hostname.includes(".") && !/(^|\.)localhost\.?$/i.test(hostname) && !/^[\d.]+$|^\[/.test(hostname);
