import { erc20Abi, type Hex, parseEther } from 'viem';
import { CHAINS } from '#src/config/chains.ts';
import { REHEARSAL_DEPLOYER } from '#src/config/development-accounts.ts';
import { claimCalldata } from '#src/lib/allocation/claim-call.ts';
import { totalOf } from '#src/lib/allocation/entry.ts';
import { shardName } from '#src/lib/allocation/list.ts';
import { openShard, shardFile } from '#src/lib/allocation/shard.ts';
import { deployFacts } from '#src/server/money/handover/deploy-facts.ts';
import { type ClaimsArguments, claimsArguments, deploymentOf } from '#src/server/money/handover/deployment.ts';
import { distributorOf, storedDifferences } from '#src/server/money/handover/distributors.ts';
import type { BatchRow } from '#src/server/money/sale/latest-batch.ts';
import { exactSynx } from '#src/server/platform/util/exact-synx.ts';
import { StaffRefusal } from '#src/server/staff/auth/refusal.ts';
import { call, type LocalClient } from '../chains/local-client.ts';
import { rehearsalDistributor } from './handover-settings.ts';
import { batchIn, type Stage, type Step } from './handover-steps.ts';
import { decideByTwo } from './rehearsal-staff.ts';
import type { StepOutcome } from './rehearsal-state.ts';
import { until } from './rehearsal-time.ts';
import { replaceBlocks, transactionsOf } from './replace-blocks.ts';

/** Deploys what must not be named, and claims for others; nobody owns it. */
const STRANGER: Hex = '0x0000000000000000000000000000737472616e67';
const GAS = 8_000_000n;
/** Characters of the salt that the shared deployer of real chains takes before the code. */
const SALT = 2 + 64;

/** Deploys the contracts of the final list from the account whose addresses the build knows; two people state them. */
export const deployContracts: Step = (stage) => deploy(stage, REHEARSAL_DEPLOYER, (values) => values);

/** The same with another root, by a stranger: the server never names it. */
export const deployWrongRoot: Step = (stage) =>
  deploy(stage, STRANGER, (values) => ({ ...values, root: `0x${'1'.repeat(64)}` }));

/** The same with dates that have passed, which the contract itself refuses. */
export const deployPastDates: Step = (stage) =>
  deploy(stage, STRANGER, (values) => ({ ...values, schedules: values.schedules.map(() => ({ start: 1n, end: 1n })) }));

async function deploy(
  stage: Stage,
  sender: Hex,
  change: (values: ClaimsArguments) => ClaimsArguments,
): Promise<StepOutcome> {
  const { context, time } = stage;
  const found = await deployFacts(context.db, context.env, context.now());
  if ('missing' in found) throw new StaffRefusal(found.missing.join(' '));
  const { batch, supply } = found.facts;
  const said: string[] = [];
  const given = await distributorOf(context.db, batch.id);
  if (given?.named_at != null) throw new StaffRefusal('The contract of this list is deployed and named.');
  if (given !== undefined) said.push(await decideByTwo(context, 'withdraw-distributor', { batch: String(batch.id) }));
  const { token } = rehearsalDistributor();
  const client = clientOf(stage);
  const values = claimsArguments(batch);
  const [tokenCode] = codesOf(deploymentOf(values, supply));
  const [claimsCode] = codesOf(deploymentOf(change(values), { token }));
  if ((await nonceOf(client, REHEARSAL_DEPLOYER)) === 0) await send(client, REHEARSAL_DEPLOYER, { data: tokenCode });
  const { hash, contract } = await send(client, sender, { data: claimsCode });
  await time.finalise();
  said.push(
    `SynxToken is ${token}, SynxClaims ${contract}.`,
    await decideByTwo(context, 'give-distributor', {
      batch: String(batch.id),
      claims: contract,
      tokenTransaction: await firstOf(client, REHEARSAL_DEPLOYER),
      claimsTransaction: hash,
    }),
  );
  await until('the server compares the contract', async () => (await comparedOf(stage, batch)) !== null);
  const differences = (await comparedOf(stage, batch)) ?? [];
  return {
    said: [
      ...said,
      ...(differences.length === 0
        ? ['Everything agrees: the server names the contract.']
        : ['The server does not name it, and raises the alarm distributor-mismatch:', ...differences]),
    ],
  };
}

/** Gives the contract the tokens of the list, and closes it for good. */
export const fundContract: Step = async (stage) => {
  const { batch, fund } = await giveAllBut(stage, 0n);
  await fund();
  await stage.time.finalise();
  await until('the server sees the funding', async () => {
    const row = await distributorOf(stage.context.db, batch.id);
    return row?.funded_at != null;
  });
  return { said: [`The contract holds all ${exactSynx(totalOf(batch))}. Nobody can take them back.`] };
};

/** The same without the last base unit: the contract says that it is not funded, and pays nobody. */
export const fundShort: Step = async (stage) => {
  const { batch, fund } = await giveAllBut(stage, 1n);
  const isFunded = await fund().then(
    () => true,
    () => false,
  );
  return {
    said: [
      isFunded
        ? 'The contract was funded already.'
        : `The contract holds one base unit less than ${exactSynx(totalOf(batch))}, and refuses to be funded.`,
    ],
  };
};

/** The same in a block that the chain then replaces: nothing has counted it, since it was not final. */
export const loseFunding: Step = async (stage) => {
  const { client, fund } = await giveAllBut(stage, 0n);
  const { hash, block } = await fund();
  const depth = Number((await client.getBlockNumber()) - block) + 1;
  const gone = await Promise.all(Array.from({ length: depth }, (_, at) => transactionsOf(client, block + BigInt(at))));
  await replaceBlocks(
    client,
    depth,
    gone.flat().filter((other) => other.hash !== hash),
  );
  return { said: [`The contract was funded in ${hash}. The chain has replaced that block, and has no such funding.`] };
};

/** A stranger sends the claim of a wallet; the tokens go to that wallet. */
export const claimAsStranger: Step = async (stage, wallet) => {
  const { claims, listed } = await listedIn(stage, wallet);
  const data = claimCalldata({ ...listed, to: null });
  const { hash } = await send(clientOf(stage), STRANGER, { to: claims, data }).catch(() => {
    throw new StaffRefusal('This address is on the list, but the contract pays nothing to it now.');
  });
  return { said: [`A stranger claimed for ${wallet}, in ${hash}.`] };
};

/** The wallet itself sends its tokens where nobody could ever move them; the page has no such claim. */
export const claimToToken: Step = async (stage, wallet) => {
  const { claims, listed } = await listedIn(stage, wallet);
  const { token } = rehearsalDistributor();
  const data = claimCalldata({ ...listed, to: token });
  const { hash } = await send(clientOf(stage), wallet as Hex, { to: claims, data });
  return { said: [`The contract paid the token itself, in ${hash}.`] };
};

/** Leaves a wallet no coin on the claim chain. */
export const emptyWallet: Step = async (stage, wallet) => {
  const { name, nativeCurrency } = CHAINS[rehearsalDistributor().chainId];
  await clientOf(stage).setBalance({ address: wallet as Hex, value: 0n });
  return { said: [`The wallet has no ${nativeCurrency.symbol} on ${name} any more.`] };
};

/** fund(). */
const FUND: Hex = '0xb60d4288';

async function listedIn(stage: Stage, wallet: string) {
  const { batch, claims } = await namedContract(stage);
  const file = shardFile(shardName(wallet, Number(batch.wallets)));
  const { body } = await stage.app.inject(`/allocation/${batch.id}/s/${file}`);
  const listed = openShard(body, batch.root).proofOf(wallet);
  if (listed === null) throw new StaffRefusal('This address is not on the list.');
  return { claims, listed };
}

async function namedContract(stage: Stage) {
  const batch = await batchIn(stage.context, 'final');
  const row = await distributorOf(stage.context.db, batch.id);
  if (row?.named_at == null) throw new StaffRefusal('The server names no contract yet: deploy it first.');
  return { batch, claims: row.claims as Hex };
}

/** Gives the named contract the tokens of the list but `less` base units; `fund` has a stranger close it. */
async function giveAllBut(stage: Stage, less: bigint) {
  const { batch, claims } = await namedContract(stage);
  const client = clientOf(stage);
  const of = { address: rehearsalDistributor().token, abi: erc20Abi } as const;
  const held = await client.readContract({ ...of, functionName: 'balanceOf', args: [claims] });
  const amount = totalOf(batch) - less - held;
  if (amount > 0n) {
    const sender = await unlocked(client, REHEARSAL_DEPLOYER);
    const hash = await client.writeContract({ ...of, ...sender, functionName: 'transfer', args: [claims, amount] });
    await client.waitForTransactionReceipt({ hash });
  }
  return { batch, client, fund: () => send(client, STRANGER, { to: claims, data: FUND }) };
}

/** In what the contract that staff stated differs; null before the server has compared it. */
async function comparedOf({ context }: Stage, { id }: BatchRow): Promise<readonly string[] | null> {
  const row = await distributorOf(context.db, id);
  return row === undefined || row.compared_at === null ? null : storedDifferences(row);
}

function clientOf(stage: Stage): LocalClient {
  return stage.clientOf(rehearsalDistributor().chainId);
}

function codesOf({ deploy: calls }: ReturnType<typeof deploymentOf>): readonly Hex[] {
  return calls.map(({ data }) => `0x${data.slice(SALT)}` as const);
}

async function unlocked(client: LocalClient, account: Hex) {
  await client.setBalance({ address: account, value: parseEther('100') });
  await client.impersonateAccount({ address: account });
  return { account, chain: null, gas: GAS } as const;
}

/** Sends a transaction and waits for its block. Throws StaffRefusal if it fails. */
async function send(client: LocalClient, account: Hex, what: { readonly to?: Hex; readonly data: Hex | undefined }) {
  const { to, data } = what;
  const hash = await client.sendTransaction({
    ...(await unlocked(client, account)),
    to: to ?? null,
    data: data ?? '0x',
  });
  const { status, contractAddress, blockNumber: block } = await client.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new StaffRefusal(`The contract refuses it: ${hash} failed.`);
  return { hash, block, contract: (contractAddress ?? '').toLowerCase() };
}

function nonceOf(client: LocalClient, address: Hex): Promise<number> {
  return client.getTransactionCount({ address });
}

/** The hash of an account's first transaction. */
function firstOf(client: LocalClient, address: Hex): Promise<string> {
  return call<string>(client, 'ots_getTransactionBySenderAndNonce', [address, '0x0']);
}
