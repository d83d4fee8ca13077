/** Whether a company can have this domain: not the machine itself, an address or a bare name. */
export const canBeCompanyDomain = (hostname: string): boolean =>
  hostname.includes(".") && !/(^|\.)localhost\.?$/i.test(hostname) && !/^[\d.]+$|^\[/.test(hostname);
