import { join } from 'node:path';
import { askOrigin } from '#tests/support/ask-origin.ts';
import { startChild } from '#tests/support/child.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { type LiveStack, startLiveStack } from '#tests/support/live-stack.ts';
import { type Nginx, startNginx } from '#tests/support/nginx.ts';
import { checkErrorPages, checkMoved, compareFiles } from './check-site.ts';
import { buyAsVisitor } from './journey.ts';
import { readAndWrite, restartUnderLoad, tellFaults } from './rolling-restart.ts';

const DOCTOR = join(import.meta.dirname, '../../src/server/doctor-cli.ts');

/**
 * Two instances with PostgreSQL behind nginx, as deploy/ and docs/operating.md set them up: every file and error page,
 * the doctor, a purchase in a browser, and restarts under load. Returns the faults.
 */
export async function tryNginx(): Promise<readonly string[]> {
  const stack = await startLiveStack();
  if ('unavailable' in stack) return [stack.unavailable];
  try {
    const nginx = await startNginx({
      site: stack.site,
      instances: stack.instances.map(({ port }) => port),
      port: stack.port,
    });
    if ('unavailable' in nginx) return [nginx.unavailable];
    return await tryAll(stack, nginx).finally(() => nginx.stop());
  } finally {
    await stack.stop();
  }
}

async function tryAll(stack: LiveStack, nginx: Nginx): Promise<readonly string[]> {
  const ask = askOrigin(nginx.url, nginx.ca);
  const faults = [...(await checkErrorPages(ask)), ...(await checkMoved(ask))];
  const { app, close } = await openHttpApp({ siteDirectory: stack.site });
  const server = askOrigin(await app.listen({ port: 0, host: '127.0.0.1' }));
  const { compared, faults: differences } = await compareFiles(stack.site, { proxy: ask, server });
  await close();
  console.log(`  ${compared} files and addresses compared with the server`);
  faults.push(...differences);

  const errors = await buyAsVisitor(stack.origin, stack.chains);
  console.log('  a purchase in a browser, credited and staked');
  faults.push(...errors.map((error) => `browser: ${error}`));

  const restarts = stack.instances.map(({ restart }) => restart);
  const visiting = { origin: stack.origin, ca: nginx.ca, visit: readAndWrite };
  const report = await restartUnderLoad(visiting, [...restarts, ...restarts, ...restarts]);
  console.log(`  ${report.requests} requests during six restarts`);
  faults.push(...tellFaults(report));

  faults.push(...(await askDoctor(stack, nginx)));
  return faults;
}

/** The doctor with the settings of the instances finds nothing that is failed. */
async function askDoctor({ settings }: LiveStack, { caFile }: Nginx): Promise<readonly string[]> {
  const child = startChild([DOCTOR], { ...settings, NODE_EXTRA_CA_CERTS: caFile });
  await child.ended;
  const lines = child.output().split('\n');
  console.log(`  the doctor: ${lines.findLast((line) => /passed/.test(line))}`);
  return lines.filter((line) => line.startsWith('✗')).map((line) => `doctor: ${line}`);
}
