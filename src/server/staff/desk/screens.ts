import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { Actor } from '../auth/actor.ts';
import { appendAudit } from '../auth/audit.ts';
import { NO_TIME, StaffRefusal } from '../auth/refusal.ts';
import type { Screen, ScreenDefinition } from '../screen/screen.ts';
import { alarmsScreen } from './screens/alarms.ts';
import { appealsScreen } from './screens/appeals.ts';
import { auditScreen } from './screens/audit.ts';
import { distributorScreen } from './screens/distributor.ts';
import { handoverScreen } from './screens/handover.ts';
import { missionEntriesScreen } from './screens/mission-entries.ts';
import { newsletterScreen } from './screens/newsletter.ts';
import { overviewScreen } from './screens/overview.ts';
import { partnersScreen } from './screens/partners.ts';
import { paymentScreen } from './screens/payment.ts';
import { paymentsScreen } from './screens/payments.ts';
import { peopleScreen } from './screens/people.ts';
import { proposalsScreen } from './screens/proposals.ts';
import { saleScreen } from './screens/sale.ts';
import { settingsScreen } from './screens/settings.ts';
import { videosScreen } from './screens/videos.ts';
import { visitsScreen } from './screens/visits.ts';
import { walletScreen } from './screens/wallet.ts';

/** Every screen by its name, in the order of the menu. */
export const SCREENS: Readonly<Record<string, ScreenDefinition>> = {
  overview: overviewScreen,
  review: missionEntriesScreen,
  appeals: appealsScreen,
  videos: videosScreen,
  wallet: walletScreen,
  payments: paymentsScreen,
  payment: paymentScreen,
  proposals: proposalsScreen,
  sale: saleScreen,
  handover: handoverScreen,
  claims: distributorScreen,
  alarms: alarmsScreen,
  partners: partnersScreen,
  newsletter: newsletterScreen,
  visits: visitsScreen,
  settings: settingsScreen,
  people: peopleScreen,
  audit: auditScreen,
};

/** A screen's content for a person who may open it; that they were shown personal data is in the audit log. */
export async function loadScreen(
  context: AppContext,
  actor: Actor,
  name: string,
  query: Readonly<Record<string, string | undefined>>,
): Promise<Screen> {
  const definition = SCREENS[name];
  if (definition === undefined) throw new StaffRefusal(`There is no screen "${name}".`);
  const about = definition.persons?.(query) ?? null;
  if (about !== null) await noteReading(context, actor, about);
  return definition.load({ context, actor, now: context.now(), screen: name, query });
}

/** Repeated reads of the same data within this time count as one. */
const AGAIN_MS = 3_600_000;

/** Records in the audit log that a staff member was shown personal data. */
async function noteReading({ db, now, clock }: AppContext, actor: Actor, subject: string): Promise<void> {
  if (!clock.isConfirmed()) throw new StaffRefusal(NO_TIME);
  const at = now();
  const known = await db
    .selectFrom('staff_audit')
    .select('id')
    .where((where) => where.and({ subject, actor: actor.name, action: 'read' }))
    .where('at', '>', BigInt(at - AGAIN_MS))
    .limit(1)
    .executeTakeFirst();
  if (known !== undefined) return;
  const entry = { actor: actor.name, action: 'read', subject, detail: {} };
  await db.transaction().execute((tx) => appendAudit(tx, entry, at));
}
