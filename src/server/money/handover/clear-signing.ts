import { getAddress, type Hex, serializeTransaction } from 'viem';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { type ClaimCall, claimCalldata } from '#src/lib/allocation/claim-call.ts';
import { AMOUNT_KINDS } from '#src/lib/allocation/entry.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';

/** The contracts of a list, and the site that leads to them. */
export interface ClearSigningFacts {
  readonly chainId: number;
  readonly claims: string;
  readonly token: string;
  readonly origin: string;
}

const SPECS = 'specs/erc7730-v2.schema.json';
const TEST_SPECS = 'specs/erc7730-tests-v2.schema.json';
const FILE = 'calldata-SynxClaims';
const OWNER = 'SYNX';
const TOKEN = { name: 'SYNX', symbol: 'SYNX', decimals: SYNX_DECIMALS };

const ENTRY = `(address account,${AMOUNT_KINDS.map((kind) => `uint64 ${kind},`).join('')}bytes32[] proof) entry`;
const LABELS = {
  bought: 'Bought, in all',
  staked: 'Staked, in all',
  rewards: 'Rewards, in all',
  airdrop: 'Airdrop, in all',
} as const satisfies Record<(typeof AMOUNT_KINDS)[number], string>;

/** What a wallet shows of each function of the contract that a visitor's wallet is asked to sign. */
const CALLS = {
  claim: {
    key: `claim(${ENTRY})`,
    intent: 'Claim SYNX',
    interpolatedIntent: 'Claim what is open to {entry.account}',
    addresses: [{ path: 'entry.account', label: 'Tokens go to' }],
  },
  claimTo: {
    key: `claimTo(${ENTRY},address to)`,
    intent: 'Claim SYNX to another address',
    interpolatedIntent: 'Claim what is open to {entry.account} and send it to {to}',
    addresses: [
      { path: 'entry.account', label: 'Entry of' },
      { path: 'to', label: 'Tokens go to' },
    ],
  },
} as const;

/**
 * The two files by which hardware wallets show a claim in words (ERC-7730), as the registry of
 * ethereum/clear-signing-erc7730-registry wants them: by their paths in the folder of the project.
 */
export function clearSigningFiles(facts: ClearSigningFacts): ReadonlyMap<string, string> {
  const text = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  return new Map([
    [`${FILE}.json`, text(descriptorOf(facts))],
    [`testsv2/${FILE}.tests.json`, text(testsOf(facts))],
  ]);
}

function descriptorOf({ chainId, claims, token, origin }: ClearSigningFacts) {
  const amounts = AMOUNT_KINDS.map((kind) => ({
    ...{ path: `entry.${kind}`, label: LABELS[kind], format: 'tokenAmount' },
    params: { token: '$.metadata.constants.token' },
    visible: 'always',
  }));
  const formats = Object.values(CALLS).map(({ key, intent, interpolatedIntent, addresses }) => {
    const shown = addresses.map((address) => ({ ...address, format: 'addressName', visible: 'always' }));
    const proof = { path: 'entry.proof.[]', label: 'Proof', format: 'raw', visible: 'never' };
    return [key, { intent, interpolatedIntent, fields: [...shown, ...amounts, proof] }] as const;
  });
  return {
    $schema: `../../${SPECS}`,
    context: {
      $id: 'SYNX claims',
      contract: { deployments: [{ chainId, address: getAddress(claims as Hex) }] },
    },
    metadata: {
      ...{ owner: OWNER, contractName: 'SynxClaims', info: { url: `${origin}/` } },
      constants: { token: getAddress(token as Hex) },
    },
    display: { formats: Object.fromEntries(formats) },
  };
}

/** One claim of each kind, unsigned, with what a wallet shows of it. */
function testsOf({ chainId, claims, token }: ClearSigningFacts) {
  const account = getAddress(`0x${'1'.repeat(40)}`);
  const other = getAddress(`0x${'2'.repeat(40)}`);
  const entry = {
    address: account,
    bought: 1_500_000_000n,
    staked: 2_000_000_000n,
    rewards: 250_000_000n,
    airdrop: 0n,
  };
  const testOf = (name: keyof typeof CALLS, to: ClaimCall['to']) => {
    const { intent, interpolatedIntent, addresses } = CALLS[name];
    const data = claimCalldata({ entry, proof: [`0x${'3'.repeat(64)}`], to });
    const values: Readonly<Record<string, string>> = { 'entry.account': account, to: other };
    return {
      description: name,
      rawTx: serializeTransaction({ type: 'eip1559', chainId, to: getAddress(claims as Hex), data, value: 0n }),
      expected: {
        ...{ intent, owner: OWNER },
        interpolatedIntent: interpolatedIntent.replace(/\{([\w.]+)\}/g, (_, path: string) => values[path] ?? ''),
        fields: [
          ...addresses.map(({ path, label }) => ({ label, value: values[path] })),
          ...AMOUNT_KINDS.map((kind) => ({
            label: LABELS[kind],
            value: `${formatUnits(entry[kind], SYNX_DECIMALS)} ${TOKEN.symbol}`,
          })),
        ],
      },
    };
  };
  return {
    $schema: `../../../${TEST_SPECS}`,
    descriptor: `../${FILE}.json`,
    dataProvider: { tokens: { [token.toLowerCase()]: TOKEN } },
    tests: [testOf('claim', null), testOf('claimTo', other)],
  };
}
