/** A browser with a cookie. */
export interface Session {
  /** SHA-256 of the cookie's value; the value itself is never stored. */
  readonly tokenHash: string;
  readonly wallet: string | null;
}
