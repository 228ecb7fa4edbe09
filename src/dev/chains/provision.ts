import { fileURLToPath } from 'node:url';
import { type Address, encodeFunctionData, parseEther, parseUnits } from 'viem';
import { compileContracts } from '#src/build/contracts/compile.ts';
import type { CompiledContract } from '#src/build/contracts/run-solc.ts';
import { CHAINS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { TOKENS } from '#src/config/tokens.ts';
import type { LocalChain } from './local-chain.ts';
import type { LocalClient } from './local-client.ts';

const CONTRACTS = fileURLToPath(new URL('../contracts/', import.meta.url));

/** Sends the set-up transactions, so that the development accounts start with a nonce of 0. */
const PROVISIONER = '0x00000000000000000000000000000050726f7669' satisfies Address;

/** Enough for every call below; stating it saves one estimate per call. */
const GAS_LIMIT = 500_000n;

/** Whole tokens of each kind that each development account starts with. */
const STARTING_TOKENS = '1000000';

interface Placement {
  readonly address: Address;
  readonly contract: CompiledContract;
  /** A view function and its answer once the contract is set up. */
  readonly mark: { readonly functionName: string; readonly value: string };
  /** Calls that set it up. */
  readonly calls: readonly { readonly functionName: string; readonly args: readonly unknown[] }[];
}

/**
 * Puts test tokens and the price feed at their real addresses, and tokens on each development account but the
 * presale's. Leaves existing contracts unchanged. Throws when a transaction fails.
 */
export async function provision(chain: Pick<LocalChain, 'chainId' | 'client'>): Promise<void> {
  const { client } = chain;
  const placements = await placementsOf(chain.chainId);
  const standing = await Promise.all(placements.map((placement) => isSetUp(client, placement)));
  const missing = placements.filter((_, index) => !standing[index]);
  if (missing.length === 0) return;
  await Promise.all([
    ...missing.map(({ address, contract }) => client.setCode({ address, bytecode: contract.deployedBytecode })),
    client.setBalance({ address: PROVISIONER, value: parseEther('100') }),
    client.impersonateAccount({ address: PROVISIONER }),
    client.setAutomine(false),
  ]);
  try {
    await sendInOneBlock(client, missing);
  } finally {
    await Promise.all([client.setAutomine(true), client.stopImpersonatingAccount({ address: PROVISIONER })]);
  }
}

async function placementsOf(chainId: ChainId): Promise<Placement[]> {
  const { PriceFeed, TestToken, TestTokenNoReturn } = await compileContracts(CONTRACTS);
  if (PriceFeed === undefined || TestToken === undefined || TestTokenNoReturn === undefined)
    throw new Error('the test contracts are not compiled');
  const { address, decimals, descriptions } = FEEDS[chainId];
  const [description] = descriptions;
  const feed: Placement = {
    address,
    contract: PriceFeed,
    mark: { functionName: 'description', value: description },
    calls: [{ functionName: 'initialize', args: [description, parseUnits(CHAINS[chainId].defaultPrice, decimals)] }],
  };
  const tokens = TOKENS.flatMap(({ chainId: of, address, name, symbol, decimals }): Placement[] => {
    if (of !== chainId || address === null) return [];
    const holders = DEVELOPMENT_ACCOUNTS.filter((account) => account !== DEVELOPMENT_PRESALE_ADDRESS);
    const args = (account: string) => [account, parseUnits(STARTING_TOKENS, decimals)];
    return [
      {
        address,
        // Transfers of USDT on Ethereum return nothing.
        contract: chainId === 1 && symbol === 'USDT' ? TestTokenNoReturn : TestToken,
        mark: { functionName: 'symbol', value: symbol },
        calls: [
          { functionName: 'initialize', args: [name, symbol, decimals] },
          ...holders.map((account) => ({ functionName: 'mint', args: args(account) })),
        ],
      },
    ];
  });
  return [feed, ...tokens];
}

async function isSetUp(client: LocalClient, { address, contract, mark }: Placement): Promise<boolean> {
  const code = await client.getCode({ address });
  if (code !== contract.deployedBytecode) return false;
  return (await client.readContract({ address, abi: contract.abi, functionName: mark.functionName })) === mark.value;
}

async function sendInOneBlock(client: LocalClient, placements: readonly Placement[]): Promise<void> {
  const first = await client.getTransactionCount({ address: PROVISIONER });
  const calls = placements.flatMap(({ address, contract, calls }) =>
    calls.map((call) => ({ to: address, data: encodeFunctionData({ abi: contract.abi, ...call }) })),
  );
  // Nonces are explicit, because the calls of one batch may be executed in any order.
  const hashes = await Promise.all(
    calls.map((call, index) =>
      client.sendTransaction({ account: PROVISIONER, chain: null, gas: GAS_LIMIT, nonce: first + index, ...call }),
    ),
  );
  await client.mine({ blocks: 1 });
  const receipts = await Promise.all(hashes.map((hash) => client.getTransactionReceipt({ hash })));
  if (receipts.some(({ status }) => status !== 'success')) throw new Error('setting up a test contract failed');
}
