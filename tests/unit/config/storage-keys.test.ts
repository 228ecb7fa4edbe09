import { expect, it } from 'vitest';
import { STORAGE_KEYS } from '#src/config/storage-keys.ts';

// Visitors' browsers hold data under these names: under another one it would be lost.
it('items of the browser keep their names', () => {
  expect(STORAGE_KEYS).toEqual({
    local: [
      'selected_network',
      'synx_language',
      'synx_language_offer',
      'synx_terms_accepted',
      'synx_payment:',
      'synx_payment_request:',
      'synx_payment_claim:',
      'wallet_method_backup',
      'wallet_manual_disconnect',
      'wallet_bridge:',
      'synx_activity_muted',
      'synx_calm',
      'synx_theme',
      'synx_hide_amounts',
      'synx_paid_claim',
      'synx_last_holdings',
      'synx_faq_feedback',
      'synx_consent',
      'synx_cleanup',
    ],
    session: [
      'wallet_account',
      'wallet_method',
      'wallet_chain_id',
      'presale_draft',
      'synx_toasts_after_reload',
      'synx_reloaded',
    ],
  });
});
