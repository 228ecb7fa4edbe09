import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Hex } from 'viem';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { AMOUNT_KINDS } from '#src/lib/allocation/entry.ts';
import { safeBatch } from '#src/lib/allocation/safe-batch.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { clearSigningFiles } from './money/handover/clear-signing.ts';
import { type DeployFacts, deployFacts } from './money/handover/deploy-facts.ts';
import { type Call, claimsArguments, deploymentOf } from './money/handover/deployment.ts';
import { earlierToken } from './money/handover/distributors.ts';
import type { Db } from './platform/database/tables.ts';
import type { Env } from './platform/env/env.ts';

/**
 * The constructor arguments of the contracts of the final list, as text, and the transactions that deploy and fund them
 * as two files of a Safe in `folder`, with what hardware wallets show of a claim. Throws with every missing fact.
 */
export async function writeDeployArguments(db: Db, env: Env, folder: string, now: number): Promise<string> {
  const found = await deployFacts(db, env, now);
  if ('missing' in found) throw new Error(found.missing.join(' '));
  const { facts } = found;
  const { batch } = facts;
  const existing = (await earlierToken(db, { chain_id: batch.chain_id, batch: batch.id })) as Hex | null;
  const deployment = deploymentOf(claimsArguments(batch), existing === null ? facts.supply : { token: existing });
  const chainId = Number(batch.chain_id);
  const at = Number(batch.final_at ?? 0n);
  const write = (name: 'deploy' | 'fund', calls: readonly Call[]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, safeBatch(calls, { chainId, name: `SYNX list ${batch.id}: ${name}`, at }));
    return `${name.padEnd(12)} ${file}`;
  };
  mkdirSync(folder, { recursive: true });
  const { token, claims } = deployment;
  const origin = env.PUBLIC_ORIGIN ?? '';
  const shown = origin === '' ? new Map<string, string>() : clearSigningFiles({ chainId, claims, token, origin });
  for (const [name, content] of shown) {
    const file = join(folder, 'erc7730', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return [
    ...textOf(facts, deployment, existing),
    ...deployment.deploy.map(({ to, data }, index) => `\ntransaction ${index + 1}, by anybody, to ${to}\n${data}`),
    '\nfor a Safe',
    write('deploy', deployment.deploy),
    write('fund', deployment.fund),
    '\nfor hardware wallets (ERC-7730)',
    shown.size === 0 ? 'nothing: PUBLIC_ORIGIN is not set' : join(folder, 'erc7730'),
  ].join('\n');
}

function textOf(
  { batch, supply, auditReport }: DeployFacts,
  { token, claims }: ReturnType<typeof deploymentOf>,
  existing: string | null,
): readonly string[] {
  const { root, list, total, schedules } = claimsArguments(batch);
  const synx = (units: bigint) => `${units} (${formatUnits(units, SYNX_DECIMALS)} SYNX)`;
  const row = (name: string, value: string) => `${name.padEnd(12)} ${value}`;
  return [
    row('chain', String(batch.chain_id)),
    row('audit', auditReport),
    `\nSynxToken ${token}${existing === null ? ', by these lines:' : ', deployed for an earlier list'}`,
    ...(existing === null
      ? supply.map(({ purpose, address, amount }) => row(address, `${synx(BigInt(amount))} ${purpose}`))
      : []),
    `\nSynxClaims ${claims}`,
    row('token_', token),
    row('root_', root),
    row('list_', list),
    row('total_', synx(total)),
    ...schedules.map(({ start, end }, index) =>
      row(AMOUNT_KINDS[index] ?? '', `${start} to ${end} (${isoTime(start * 1_000n)} to ${isoTime(end * 1_000n)})`),
    ),
  ];
}
