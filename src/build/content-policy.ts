/**
 * The page's own content security policy, beside script-src and style-src, to which the build adds the hashes of inline
 * code. `frame-ancestors` works in headers only; the server sends it.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
] as const;
