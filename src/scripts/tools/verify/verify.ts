import { pageData } from '#src/scripts/shared/page-data.ts';
import { startAddresses } from './addresses.ts';
import { startChannels } from './channels.ts';
import { startReceipt } from './receipt.ts';
import { checkSite } from './site.ts';
import { checkStanding } from './standing.ts';
import type { VerifyData } from './verify-data.ts';

const data = pageData<VerifyData>('verify-data');
startAddresses(data);
startChannels(data);
startReceipt(data);
void checkStanding(data);
// When everything the page itself asks for has arrived.
if (document.readyState === 'complete') void checkSite(data);
else addEventListener('load', () => void checkSite(data), { once: true });
