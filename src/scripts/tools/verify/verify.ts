import { query } from '#src/client/query.ts';
import { isWithdrawn } from '#src/client/source-commit.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { fill } from '#src/lib/text/fill.ts';
import { findChannel } from '#src/lib/text/find-channel.ts';
import { pageData, part } from '#src/scripts/shared/dom.ts';
import { repeatSubmit } from '#src/scripts/shared/repeat-submit.ts';
import { startAddresses } from './addresses.ts';
import { say } from './say.ts';
import type { VerifyData } from './verify-data.ts';

const data = pageData<VerifyData>('verify-data');
startAddresses(data);
startChannels(data);
for (const name of ['compare', 'channel']) repeatSubmit(part<HTMLFormElement>(document, name));
void startReceipts();
void checkStanding(data);
// After everything that the page itself requests has arrived.
if (document.readyState === 'complete') void compareBuild();
else addEventListener('load', () => void compareBuild(), { once: true });

/** Tells whether a link, name or e-mail address is on the list. */
function startChannels({ texts, channels }: VerifyData): void {
  const form = part<HTMLFormElement>(document, 'channel');
  const field = form.querySelector('input');
  const output = form.querySelector('output');
  if (field === null || output === null) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = findChannel(field.value, channels);
    if (found === undefined) say(output, 'danger', texts['verify.channel.foreign']);
    else say(output, 'success', fill(texts['verify.channel.official'], { name: found.name }));
  });
}

/** The largest tool of the page comes after those that stand above it. */
async function startReceipts(): Promise<void> {
  const { startReceipt } = await import('./receipt.ts');
  startReceipt(data);
  repeatSubmit(part<HTMLFormElement>(document, 'receipt'));
}

/** Compares the loaded files with the published build; without a connection the code for it may be missing. */
async function compareBuild(): Promise<void> {
  try {
    const { checkSite } = await import('./site.ts');
    await checkSite(data);
  } catch {
    say(part(part(document, 'site'), 'outcome'), 'note', data.texts['verify.site.unknown']);
  }
}

/** Tells whether the build of this page was withdrawn. */
async function checkStanding({ texts }: VerifyData): Promise<void> {
  const output = part(document, 'standing');
  try {
    const withdrawn = isWithdrawn((await query<SiteConfig>('/api/config')).withdrawnBuilds);
    if (withdrawn) say(output, 'danger', texts['verify.site.withdrawn']);
    else say(output, 'success', texts['verify.site.standing']);
  } catch {
    say(output, 'note', texts['verify.unasked']);
  }
}
