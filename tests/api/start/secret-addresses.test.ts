// @module-tag long

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { startChild } from '#tests/support/child.ts';
import { startFakeRpc } from '#tests/support/fake-rpc.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const MAIN = join(import.meta.dirname, '../../../src/server/main.ts');
const CHAINS = CHAIN_IDS;

test('while the nodes are unreachable, the log names their hosts and never the keys in their addresses', async () => {
  const rpc = await startFakeRpc();
  const folder = folderOfTest();
  const keyed = CHAINS.map((chainId) => [
    `RPC_URL_${chainId}`,
    (rpc.env[`RPC_URL_${chainId}`] ?? '')
      .split(',')
      .map((url) => `${url}?key=s3cret`)
      .join(','),
  ]);
  const env = { ...rpc.env, ...Object.fromEntries(keyed), PORT: '0', DATA_DIRECTORY: folder, LOG_LEVEL: 'debug' };
  const server = startChild([MAIN], env);
  try {
    await server.prints(/running on (\S+)/);
    await rpc.stop();
    for (const chainId of CHAINS) await server.prints(new RegExp(`chain ${chainId} cannot be read`));
    expect(server.output()).toContain('http://127.0.0.1:');
    expect(server.output()).not.toContain('s3cret');
  } finally {
    server.kill('SIGKILL');
    await server.ended;
  }
});
