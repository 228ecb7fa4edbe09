import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askOrigin } from '#tests/support/ask-origin.ts';
import { startCaddy } from '#tests/support/caddy.ts';
import { freePort } from '#tests/support/free-port.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { checkErrorPages, checkMoved, compareFiles } from './check-site.ts';

const ROOT = join(import.meta.dirname, '../..');
const SITE = join(ROOT, 'dist');

/** Caddy in front of one instance and a second one that is away: every file and error page, and the API. */
export async function tryCaddy(): Promise<readonly string[]> {
  if (!existsSync(SITE)) execFileSync(process.execPath, ['src/build/build.ts'], { cwd: ROOT, stdio: 'pipe' });
  const { app, close } = await openHttpApp({ siteDirectory: SITE, env: { TRUST_PROXY: '1' } });
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const instances = [Number(new URL(url).port), await freePort()];
    const caddy = await startCaddy({ site: SITE, instances });
    if ('unavailable' in caddy) return [caddy.unavailable];
    try {
      const [proxy, server] = [askOrigin(caddy.url, caddy.ca), askOrigin(url)];
      const { compared, faults } = await compareFiles(SITE, { proxy, server });
      console.log(`  ${compared} files and addresses compared with the server`);
      const found = [...faults, ...(await checkErrorPages(proxy)), ...(await checkMoved(proxy))];
      const proxied = await proxy('/api/nowhere', { headers: { accept: 'text/html' } });
      const said = [proxied.status, proxied.headers['cache-control'], proxied.headers.via];
      if (String(said) !== '404,no-store,1.1 proxy') found.push(`/api/nowhere: ${said}`);
      const { headers } = await proxy('/api/staking/balance/0x12', {
        headers: { 'x-request-id': 'chosen-by-a-visitor' },
      });
      if (!/^[0-9a-f-]{36}$/.test(String(headers['x-request-id'])))
        found.push(`x-request-id: ${headers['x-request-id']}`);
      const { body } = await proxy('/api/debug/ip', { headers: { 'x-country-code': 'NL' } });
      if (!/"country":"NL"/.test(body.toString('utf8'))) found.push(`/api/debug/ip: ${body}`);
      await app.close();
      const away = await proxy('/api/ready');
      const refused = [away.status, away.headers['cache-control'], away.headers['content-type']];
      if (String(refused) !== '503,no-store,application/json') found.push(`without an instance: ${refused}`);
      return found;
    } finally {
      await caddy.stop();
    }
  } finally {
    await close();
  }
}
