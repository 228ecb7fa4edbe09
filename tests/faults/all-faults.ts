import type { Fault } from './fault.ts';
import { AIRDROP_FAULTS } from './lists/airdrop.ts';
import { API_CLIENT_FAULTS } from './lists/api-client.ts';
import { API_SERVER_FAULTS } from './lists/api-server.ts';
import { CONTENT_FAULTS } from './lists/content.ts';
import { ERRORS_FAULTS } from './lists/errors.ts';
import { FAQ_FAULTS } from './lists/faq.ts';
import { I18N_FAULTS } from './lists/i18n.ts';
import { LANDING_FAULTS } from './lists/landing.ts';
import { NEWSLETTER_FAULTS } from './lists/newsletter.ts';
import { PAGES_FAULTS } from './lists/pages.ts';
import { PRESALE_FAULTS } from './lists/presale.ts';
import { PWA_FAULTS } from './lists/pwa.ts';
import { ROUTING_FAULTS } from './lists/routing.ts';
import { SHELL_FAULTS } from './lists/shell.ts';
import { STAKING_FAULTS } from './lists/staking.ts';
import { TOASTS_FAULTS } from './lists/toasts.ts';
import { TRANSACTION_FAULTS } from './lists/transaction.ts';
import { WALLET_FAULTS } from './lists/wallet.ts';

const LISTS: readonly (readonly Fault[])[] = [
  AIRDROP_FAULTS,
  API_CLIENT_FAULTS,
  API_SERVER_FAULTS,
  CONTENT_FAULTS,
  ERRORS_FAULTS,
  FAQ_FAULTS,
  I18N_FAULTS,
  LANDING_FAULTS,
  NEWSLETTER_FAULTS,
  PAGES_FAULTS,
  PRESALE_FAULTS,
  PWA_FAULTS,
  ROUTING_FAULTS,
  SHELL_FAULTS,
  STAKING_FAULTS,
  TOASTS_FAULTS,
  TRANSACTION_FAULTS,
  WALLET_FAULTS,
];

/** Every planted fault by its requirement. Throws if a requirement has two. */
export function allFaults(): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>();
  for (const fault of LISTS.flat()) {
    if (faults.has(fault.id)) throw new Error(`${fault.id} has two faults`);
    faults.set(fault.id, fault);
  }
  return faults;
}
