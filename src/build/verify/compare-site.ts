import { hash } from 'node:crypto';
import { foreignAnswer, leadsElsewhere } from '#src/server/platform/util/foreign-answer.ts';
import { forEach } from '../for-each.ts';

const AT_ONCE = 8;
/** Read by a CDN instead of being served. */
const UNSERVED = new Set(['_headers', '_redirects']);

/** Compares every file of `expected` with what a browser gets; `listed` are the files that the site names itself. */
export async function compareSite(
  origin: string,
  expected: Readonly<Record<string, string>>,
  listed: Readonly<Record<string, string>>,
) {
  const faults: string[] = [];
  const files = Object.keys(expected).filter((file) => !UNSERVED.has(file));
  await forEach(files, AT_ONCE, async (file) => {
    const fault = await faultOf(new URL(addressOf(file), origin), expected[file]);
    if (fault !== null) faults.push(`${file} ${fault}`);
  });
  const same = files.length - faults.length;
  for (const file of Object.keys(listed))
    if (!Object.hasOwn(expected, file)) faults.push(`${file} is in the site's list, and not in the build`);
  return { same, faults: faults.sort() };
}

/** The path by which visitors reach a file: pages without their ending. */
function addressOf(file: string): string {
  const path = file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '');
  return `/${path.split('/').map(encodeURIComponent).join('/')}`;
}

async function faultOf(address: URL, expected: string | undefined): Promise<string | null> {
  try {
    const answer = await foreignAnswer(address);
    const digest = hash('sha256', Buffer.from(await answer.arrayBuffer()));
    const elsewhere = leadsElsewhere(answer);
    if (elsewhere !== null) return elsewhere;
    // Error pages are files as well, and may be served with their status.
    if (digest === expected) return null;
    return answer.status === 200 ? 'differs' : `is not served: ${address.pathname} answers ${answer.status}`;
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}
