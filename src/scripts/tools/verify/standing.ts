import { query } from '#src/client/query.ts';
import { isWithdrawn } from '#src/client/source-commit.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { part } from '#src/scripts/shared/dom.ts';
import { say } from './say.ts';
import type { VerifyData } from './verify-data.ts';

/** Says whether the build that this page is of was withdrawn. */
export async function checkStanding({ texts }: VerifyData): Promise<void> {
  const output = part(document, 'standing');
  try {
    const withdrawn = isWithdrawn((await query<SiteConfig>('/api/config')).withdrawnBuilds);
    if (withdrawn) say(output, 'danger', texts['verify.site.withdrawn']);
    else say(output, 'success', texts['verify.site.standing']);
  } catch {
    say(output, 'note', texts['verify.unasked']);
  }
}
