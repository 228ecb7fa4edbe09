import type { ScreenDefinition } from '../screen/screen.ts';
import { alarmsScreen } from './screens/alarms.ts';
import { appealsScreen } from './screens/appeals.ts';
import { auditScreen } from './screens/audit.ts';
import { newsletterScreen, partnersScreen, peopleScreen, settingsScreen } from './screens/office.ts';
import { overviewScreen } from './screens/overview.ts';
import { paymentScreen } from './screens/payment.ts';
import { paymentsScreen } from './screens/payments.ts';
import { proposalsScreen } from './screens/proposals.ts';
import { reviewScreen } from './screens/review.ts';
import { saleScreen } from './screens/sale.ts';
import { videosScreen } from './screens/videos.ts';
import { visitsScreen } from './screens/visits.ts';
import { walletScreen } from './screens/wallet.ts';

/** Every screen by its name, in the order of the menu. */
export const SCREENS: Readonly<Record<string, ScreenDefinition>> = {
  overview: overviewScreen,
  review: reviewScreen,
  appeals: appealsScreen,
  videos: videosScreen,
  wallet: walletScreen,
  payments: paymentsScreen,
  payment: paymentScreen,
  proposals: proposalsScreen,
  sale: saleScreen,
  alarms: alarmsScreen,
  partners: partnersScreen,
  newsletter: newsletterScreen,
  visits: visitsScreen,
  settings: settingsScreen,
  people: peopleScreen,
  audit: auditScreen,
};
