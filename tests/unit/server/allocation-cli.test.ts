import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { decodeFunctionData, type Hex, parseAbi } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { type AllocationEntry, lineOf } from '#src/lib/allocation/entry.ts';
import { randomEntries, readEntries, shardFiles } from '#tests/support/allocation-lists.ts';
import { startChild } from '#tests/support/child.ts';
import { random } from '#tests/support/random.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const entries = randomEntries(random(6), 300);
const list = readEntries(entries);
const chosen = entries[123] as AllocationEntry;

const folder = sharedFolder();
let file: string;
beforeAll(() => {
  file = join(folder, 'list.txt');
  writeFileSync(file, entries.map(lineOf).join(''));
});

async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const child = startChild([program, ...args], env);
  const { code } = await child.ended;
  return { code, output: child.output() };
}
const allocation = (...args: readonly string[]) => run(join(ROOT, 'src/server/allocation-cli.ts'), args);

test('prints root and hash of a list, which the program in docs/handover.md computes as well', async () => {
  const { code, output } = await allocation('root', file);
  expect(code, output).toBe(0);
  const { root, hash, totals } = list;
  expect(output).toContain(`root       ${root}\nlist hash  ${hash}\nwallets    300\nshards     16\n`);
  expect(output).toContain(`bought     ${totals.bought} (`);

  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync(join(ROOT, 'docs/handover.md'), 'utf8')) ?? [];
  expect(program.split('\n').length).toBeLessThanOrEqual(30);
  writeFileSync(join(folder, 'recompute.mjs'), program);
  expect((await run(join(folder, 'recompute.mjs'), [file])).output).toBe(`root       ${root}\nlist hash  ${hash}\n`);
});

test('prints a proof that OpenZeppelin accepts, and the claim that carries it', async () => {
  const { code, output } = await allocation('proof', file, chosen.address.toUpperCase().replace('0X', '0x'));
  expect(code, output).toBe(0);
  expect(output).toContain(`entry      ${lineOf(chosen)}`);
  const { args } = decodeFunctionData({
    abi: parseAbi(['function claim((address,uint64,uint64,uint64,uint64,bytes32[]))']),
    data: output.trim().split('\n').at(-1) as Hex,
  });
  const [[address, bought, staked, rewards, airdrop, proof]] = args;
  const values = [address.toLowerCase(), bought, staked, rewards, airdrop];
  expect(values).toEqual([chosen.address, chosen.bought, chosen.staked, chosen.rewards, chosen.airdrop]);
  const types = ['address', 'uint64', 'uint64', 'uint64', 'uint64'];
  expect(StandardMerkleTree.verify(list.root, types, values, [...proof])).toBe(true);
});

test('with a named contract a proof says how it is claimed by an explorer and by a Safe', {
  tags: 'long',
}, async () => {
  const place = mkdtempSync(join(folder, 'named-'));
  const claims = `0x${'c'.repeat(40)}`;
  const batch = join(place, '2');
  mkdirSync(batch);
  copyFileSync(file, join(batch, 'list.txt'));
  const write = (named: string | null) =>
    writeFileSync(join(batch, 'manifest.json'), JSON.stringify({ payload: { chainId: 56, claims: named } }));
  write(claims);
  const latest = await run(join(ROOT, 'src/server/allocation-cli.ts'), ['proof', chosen.address], {
    ALLOCATION_FOLDER: place,
  });
  expect(latest.code, latest.output).toBe(0);
  expect(latest.output).toContain(`chain 56: contract ${claims}, "Write Contract", claim`);
  expect(latest.output).toContain(`\n["${chosen.address}","${chosen.bought}",`);
  const safe = JSON.parse(latest.output.slice(latest.output.indexOf('{')));
  expect(safe).toMatchObject({ chainId: '56', transactions: [{ to: claims, value: '0' }] });
  const [, calldata] = /calldata\n(0x\w+)/.exec(latest.output) ?? [];
  expect(safe.transactions[0].data).toBe(calldata);

  const push = (...more: readonly string[]) => allocation('push', place, '--list', join(batch, 'list.txt'), ...more);
  expect((await push()).output).toContain('No node of chain 56: RPC_URL_56 or --rpc names one.');
  expect((await push('--batch-size', '0')).output).toContain('usage: ');
  write(`${claims}\u001b[2J\nroot       0x${'e'.repeat(64)}`);
  const foreign = await allocation('proof', join(batch, 'list.txt'), chosen.address);
  expect(foreign).toEqual({ code: 1, output: 'The site names no contract of a chain.\n' });
  write(null);
  expect((await push()).output).toContain('No contract is named');
});

test('writes the same files of shards in two builds', async () => {
  const contents = async (target: string) => {
    expect((await allocation('shards', file, target)).code).toBe(0);
    return readdirSync(target).map((name) => [name, readFileSync(join(target, name), 'utf8')]);
  };
  const first = await contents(join(folder, 'first'));
  expect(first).toEqual(await contents(join(folder, 'second')));
  expect(first).toEqual([...shardFiles(entries, list)].map(([name, text]) => [`${name}.json`, text]));
});

test.each([
  [['proof', 'FILE', `0x${'f'.repeat(40)}`], `not-listed: 0x${'f'.repeat(40)}`],
  [['root', 'TWICE'], 'duplicate-address: '],
  // 62 MB of it would take longer than anybody waits.
  [['root', 'ENDLESS'], 'malformed-line: '],
  [['constructor', 'FILE'], 'usage: '],
  [['root', 'FILE', '--rpc', 'http://localhost'], 'usage: '],
])('refuses %j', { tags: 'long' }, async (args, message) => {
  const text = readFileSync(file, 'utf8');
  writeFileSync(join(folder, 'twice.txt'), `${lineOf(entries[0] as AllocationEntry)}${text}`);
  writeFileSync(join(folder, 'endless.txt'), 'x'.repeat(1_000_000));
  const [twice, endless] = [join(folder, 'twice.txt'), join(folder, 'endless.txt')];
  const names: Record<string, string> = { FILE: file, TWICE: twice, ENDLESS: endless };
  const { code, output } = await allocation(...args.map((arg) => names[arg] ?? arg));
  expect(code).toBe(1);
  expect(output).toContain(message);
});
