/** Every item that this site keeps in a browser. Never change a name: data stored under the old one would be lost. */

// Items that outlive the tab.
export const SELECTED_NETWORK = 'selected_network';
export const LANGUAGE = 'synx_language';
/** The language of the page on which the offer of another one was dismissed. */
export const LANGUAGE_OFFER = 'synx_language_offer';
export const TERMS_ACCEPTED = 'synx_terms_accepted';
/** Prefix of both kinds of payments below: nothing deletes them unasked, and a page that has one is not reloaded. */
export const ANY_PAYMENT = 'synx_payment';
/** Each unsettled payment is one item: this prefix and its hash. */
export const PENDING_PURCHASE = 'synx_payment:';
/** Each payment that we asked a wallet for, and whose fate is unknown, is one item: this prefix and its id. */
export const PAYMENT_REQUEST = 'synx_payment_request:';
/** Each claim that we asked a wallet for, and that is not final, is one item: this prefix and its account. */
export const CLAIM_REQUEST = 'synx_payment_claim:';
export const METHOD_BACKUP = 'wallet_method_backup';
export const MANUAL_DISCONNECT = 'wallet_manual_disconnect';
/** Prefix of the items of the bridge to a phone. */
export const BRIDGE = 'wallet_bridge:';
export const ACTIVITY_MUTED = 'synx_activity_muted';
/** Present if the visitor wants no motion on this site. */
export const CALM = 'synx_calm';
/** The theme that the visitor chose instead of the system's. */
export const THEME = 'synx_theme';
export const HIDE_AMOUNTS = 'synx_hide_amounts';
/** The account and the transaction of the last claim whose receipt was shown. */
export const PAID_CLAIM = 'synx_paid_claim';
/** The figures of the last dashboard shown, for times without a connection. */
export const LAST_HOLDINGS = 'synx_last_holdings';
export const FAQ_FEEDBACK = 'synx_faq_feedback';
export const CONSENT = 'synx_consent';
export const CLEANUP = 'synx_cleanup';

// Items that end with the tab.
export const WALLET_ACCOUNT = 'wallet_account';
export const WALLET_METHOD = 'wallet_method';
export const WALLET_CHAIN = 'wallet_chain_id';
export const PURCHASE_DRAFT = 'presale_draft';
export const QUEUED_TOAST = 'synx_toasts_after_reload';
export const RELOADED = 'synx_reloaded';

/** All of them; the rehearsal wallet keeps its own items (dev/rehearsal-wallet/wallet-state.ts). */
export const STORAGE_KEYS = {
  local: [
    ...[SELECTED_NETWORK, LANGUAGE, LANGUAGE_OFFER, TERMS_ACCEPTED, PENDING_PURCHASE, PAYMENT_REQUEST, CLAIM_REQUEST],
    ...[METHOD_BACKUP, MANUAL_DISCONNECT, BRIDGE, ACTIVITY_MUTED, CALM, THEME, HIDE_AMOUNTS, PAID_CLAIM],
    ...[LAST_HOLDINGS, FAQ_FEEDBACK, CONSENT, CLEANUP],
  ],
  session: [WALLET_ACCOUNT, WALLET_METHOD, WALLET_CHAIN, PURCHASE_DRAFT, QUEUED_TOAST, RELOADED],
} as const satisfies Record<'local' | 'session', readonly string[]>;
