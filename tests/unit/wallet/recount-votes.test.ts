import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { voteText } from '#src/lib/text/vote-text.ts';
import { leavePage, stubPage } from '../stores/stub-page.ts';
import { FakeProvider } from './fake-provider.ts';

const PROPOSAL = { id: 'p', title: 'T', choices: [{ id: 'c', label: 'C', votes: 1 }] };
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const VOTE = {
  ...{ proposalId: 'p', choice: 'c', walletAddress: WALLET.toLowerCase(), signer: 'contract' },
  signature: `0x${'11'.repeat(65)}`,
  message: voteText({
    ...{ host: 'localhost:4321', proposal: PROPOSAL, choice: { id: 'c', label: 'C' }, wallet: WALLET, chainId: 1 },
    ...{ nonce: 'ab'.repeat(16), deadline: '2026-01-01T00:10:00Z' },
  }),
};

beforeEach(() => {
  const page = stubPage();
  page.answers.set('/api/voting/proposals', { proposals: [PROPOSAL] });
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.doMock('#src/client/recount/read-records.ts', () => ({ publishedRecords: () => null }));
  vi.doMock('#src/lib/hash/verify-records.ts', () => ({
    verifyRecords: async (_source: unknown, _kind: string, each: (record: unknown) => void) => {
      each({ data: VOTE });
      return { problems: [], records: 1 };
    },
  }));
});
afterEach(async () => {
  vi.doUnmock('#src/client/recount/read-records.ts');
  vi.doUnmock('#src/lib/hash/verify-records.ts');
  await leavePage();
});

/** The recount of one vote of a contract wallet, through a wallet that answers eth_call like this. */
async function recount(call: unknown, chain: unknown = '0x1') {
  const { recountVotes } = await import('#src/wallet/recount-votes.ts');
  const provider = new FakeProvider({ eth_chainId: chain, eth_call: call });
  const counted = recountVotes('p', provider, () => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  return counted;
}

const NEVER = () => new Promise(() => undefined);
const fault = (code: number, message: string) => Object.assign(new Error(message), { code });
const answer = (yes: 0 | 1) => `0x${yes.toString().padStart(64, '0')}`;

test.each([
  ['says yes', answer(1), { valid: 1, invalid: 0, unchecked: 0 }],
  ['says no', answer(0), { valid: 0, invalid: 1, unchecked: 0 }],
  ['reverts', fault(3, 'execution reverted'), { valid: 0, invalid: 1, unchecked: 0 }],
  ['reverts in other words', fault(-32000, 'VM Exception: revert'), { valid: 0, invalid: 1, unchecked: 0 }],
  ['has no connection', fault(-32603, 'Failed to fetch'), { valid: 0, invalid: 0, unchecked: 1 }],
  ['knows no such method', fault(-32601, 'not supported'), { valid: 0, invalid: 0, unchecked: 1 }],
  ['never answers', NEVER, { valid: 0, invalid: 0, unchecked: 1 }],
] as const)(
  '(S34) a vote of a contract is counted as what is known of it: a node that %s',
  async (_, call, expected) => {
    expect(await recount(call)).toMatchObject(expected);
  },
);

test('(S34) a wallet that names no chain, or never, checks no contract and holds up no count', async () => {
  for (const chain of [NEVER, 'x', null])
    expect(await recount(answer(1), chain)).toMatchObject({ valid: 0, unchecked: 1 });
});
