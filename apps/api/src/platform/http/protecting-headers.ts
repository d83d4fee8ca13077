/**
 * Headers for browsers with every answer of all our servers; the content security policy adds to them for each kind of
 * answer.
 */
const COMMON_HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  // Obeyed over HTTPS only, so a trial on one's own machine is not touched.
  "strict-transport-security": "max-age=31536000; includeSubDomains",
};

/** Headers for data, which must not load or run anything. */
export const dataSecurityHeaders = {
  ...COMMON_HEADERS,
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
};

type PolicySources = Readonly<Record<string, readonly string[]>>;

/** Headers for our pages: content from the same origin and nowhere else, in no frame; `more` are further sources. */
export function createPageSecurityHeaders(more: PolicySources) {
  const sources: PolicySources = {
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "worker-src": ["'self'", "blob:"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "object-src": ["'none'"],
  };
  const policy = Object.entries(sources).map(([name, own]) => [name, ...own, ...(more[name] ?? [])].join(" "));
  return { ...COMMON_HEADERS, "content-security-policy": policy.join("; ") };
}
