/// <reference types="astro/client" />

declare namespace Astro {
  interface ClientDirectives {
    'client:deferred'?: boolean;
    'client:intent'?: boolean;
    'client:payments'?: boolean;
    'client:toast'?: boolean;
  }
}

interface ImportMetaEnv {
  /** The recipient of payments; compiled in and compared with the address that the API states. */
  readonly PUBLIC_PRESALE_ADDRESS: string;
  /** `chainId:claims:token`, where tokens are claimed, or empty. */
  readonly PUBLIC_CLAIMS: string;
  /** 0x and the SHA-256 of the report of whoever audited those contracts. */
  readonly PUBLIC_CLAIMS_AUDIT?: string;
  /** Other addresses of a list's folder, separated by spaces. */
  readonly PUBLIC_LIST_MIRRORS?: string;
  /** '1' in a build for local chains, otherwise empty. */
  readonly PUBLIC_REHEARSAL: string;
  /** Commit of the source, or empty. */
  readonly PUBLIC_SOURCE_COMMIT: string;
  /** ISO 8601; what a build takes for now. */
  readonly PUBLIC_SOURCE_TIME: string;
  readonly PUBLIC_GIVEAWAY_URL?: string;
  /** The project's channels; the API reads the same variables. */
  readonly PUBLIC_COMMUNITY_URL?: string;
  readonly PUBLIC_X_URL?: string;
  readonly PUBLIC_CHANNEL_URL?: string;
  readonly PUBLIC_YOUTUBE_URL?: string;
  /** The visitors' contact address; sentences that name it are left out if there is none. */
  readonly PUBLIC_SUPPORT_EMAIL?: string;
  /** Who runs the site. */
  readonly PUBLIC_OPERATOR_NAME?: string;
  readonly PUBLIC_OPERATOR_OFFICE?: string;
  readonly PUBLIC_OPERATOR_REGISTER?: string;
}
