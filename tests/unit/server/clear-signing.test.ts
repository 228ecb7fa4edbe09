import { decodeFunctionData, parseAbiItem, parseTransaction, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import contracts from '#src/chain/abi/contracts.json' with { type: 'json' };
import { claimCalldata, readClaimCalldata } from '#src/lib/allocation/claim-call.ts';
import { clearSigningFiles } from '#src/server/money/handover/clear-signing.ts';

interface Descriptor {
  readonly context: { readonly contract: { readonly deployments: readonly unknown[] } };
  readonly metadata: { readonly constants: Readonly<Record<string, string>>; readonly info: { readonly url: string } };
  readonly display: {
    readonly formats: Readonly<Record<string, { fields: readonly { path: string; visible: string }[] }>>;
  };
}

const CLAIMS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const TOKEN = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const files = clearSigningFiles({
  chainId: 56,
  claims: CLAIMS.toLowerCase(),
  token: TOKEN.toLowerCase(),
  origin: 'https://synx.example',
});
const read = (name: string) => JSON.parse(files.get(name) ?? '') as unknown;
const descriptor = read('calldata-SynxClaims.json') as Descriptor;
const formats = Object.entries(descriptor.display.formats);
const selectorOf = (key: string) => toFunctionSelector(parseAbiItem(`function ${key}`) as never);

test('hardware wallets get the words of exactly the two calls that this site asks a wallet for', () => {
  const entry = { address: `0x${'1'.repeat(40)}`, bought: 1n, staked: 0n, rewards: 0n, airdrop: 0n };
  const calls = [null, `0x${'2'.repeat(40)}`].map((to) => claimCalldata({ entry, proof: [], to }).slice(0, 10));
  expect(formats.map(([key]) => selectorOf(key))).toEqual(calls);
  const named = contracts.SynxClaims.abi.filter(
    ({ type, name }) => type === 'function' && /^claim(?:To)?$/.test(name ?? ''),
  );
  expect(named.map((item) => toFunctionSelector(item as never)).sort()).toEqual([...calls].sort());
});

test('everything that a call has is shown, except the proof', () => {
  const entry = ['account', 'bought', 'staked', 'rewards', 'airdrop'].map((name) => `entry.${name}`);
  for (const [key, { fields }] of formats) {
    const shown = fields.filter(({ visible }) => visible === 'always').map(({ path }) => path);
    expect(shown.sort()).toEqual([...entry, ...(key.startsWith('claimTo') ? ['to'] : [])].sort());
    expect(fields.filter(({ visible }) => visible !== 'always').map(({ path }) => path)).toEqual(['entry.proof.[]']);
  }
});

test('chain and addresses are those given, and no others', () => {
  expect(descriptor.context.contract.deployments).toEqual([{ chainId: 56, address: CLAIMS }]);
  expect(descriptor.metadata.constants).toEqual({ token: TOKEN });
  expect(descriptor.metadata.info.url).toBe('https://synx.example/');
  const all = [...files.values()].join('').match(/(?<![0-9a-f])0x[0-9a-f]{40}(?![0-9a-f])/gi) ?? [];
  const examples = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
  expect(new Set(all.map((one) => one.toLowerCase()))).toEqual(
    new Set([CLAIMS.toLowerCase(), TOKEN.toLowerCase(), ...examples]),
  );
});

test('the example of each call is one that the guard of wallets lets through', () => {
  const { tests } = read('testsv2/calldata-SynxClaims.tests.json') as {
    tests: readonly { rawTx: `0x${string}`; expected: { fields: readonly { label: string; value: string }[] } }[];
  };
  const abi = formats.map(([key]) => parseAbiItem(`function ${key}`)) as never;
  expect(tests).toHaveLength(2);
  for (const { rawTx, expected } of tests) {
    const { to, chainId, value, data = '0x' } = parseTransaction(rawTx);
    expect([to?.toLowerCase(), chainId, value ?? 0n]).toEqual([CLAIMS.toLowerCase(), 56, 0n]);
    expect(readClaimCalldata(data)).not.toBeNull();
    expect(() => decodeFunctionData({ abi, data })).not.toThrow();
    expect(expected.fields.find(({ label }) => label.startsWith('Bought'))?.value).toBe('1.5 SYNX');
  }
});
