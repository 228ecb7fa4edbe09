import { deployFacts } from '#src/server/money/handover/deploy-facts.ts';
import {
  type DistributorRow,
  type DistributorStage,
  distributorOf,
  stageOf,
  storedDifferences,
} from '#src/server/money/handover/distributors.ts';
import { latestBatch } from '#src/server/money/sale/latest-batch.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { tableOf } from '../../screen/list.ts';
import type { Card, CardFact, ScreenDefinition } from '../../screen/screen.ts';

const STAGES: Readonly<Record<DistributorStage, string>> = {
  given: 'Not compared yet',
  different: 'Differs from the list: named to nobody',
  named: 'Named; does not have the tokens yet',
  funded: 'Has the tokens; opens by the chain’s time',
  open: 'Open',
};

/** The contract that pays the latest list: what is missing for it, and what the chain says of it. */
export const distributorScreen: ScreenDefinition = {
  label: 'Claims',
  role: 'manager',
  load: async ({ context: { db, env }, now }) => {
    const batch = await latestBatch(db);
    const row = batch === undefined ? undefined : await distributorOf(db, batch.id);
    const facts = await deployFacts(db, env, now);
    const missing = 'missing' in facts && row === undefined ? facts.missing : [];
    const sentences = [...missing, ...(row === undefined ? [] : storedDifferences(row))];
    return {
      title: 'Claims',
      blocks: [
        row === undefined || batch === undefined ? noContract(batch?.id) : contract(row, batch.opens_at),
        ...(sentences.length === 0
          ? []
          : [
              tableOf(
                row === undefined ? 'Missing before a deployment' : 'Differences',
                { What: (text) => text },
                sentences,
              ),
            ]),
      ],
    };
  },
};

function noContract(batch: bigint | undefined): Card {
  return {
    kind: 'card',
    title: 'No contract',
    facts: [['How to deploy', 'npm run allocation -- deploy-arguments FOLDER; docs/runbook.md']],
    forms:
      batch === undefined
        ? []
        : [{ command: 'propose-give-distributor', button: 'Propose a contract', values: { batch: String(batch) } }],
  };
}

function contract(row: DistributorRow, opens: bigint): Card {
  const time = (at: bigint | null) => (at === null ? '–' : isoTime(at));
  const facts: CardFact[] = [
    ['State', STAGES[stageOf(row, opens)]],
    ['Chain', String(row.chain_id)],
    ['Claims', row.claims],
    ['Token', row.token ?? '–'],
    ['Deployed', time(row.deployed_at)],
    ['Named', time(row.named_at)],
    ['Funded', time(row.funded_at)],
    ['Transaction of the funding', row.funded_tx ?? '–'],
    ['Opens', isoTime(opens)],
    ['Compared', `${time(row.compared_at)}, block ${row.compared_block ?? '–'}`],
  ];
  const values = { batch: String(row.batch) };
  return {
    kind: 'card',
    title: `Contract of list ${row.batch}`,
    facts,
    forms: [{ command: 'propose-withdraw-distributor', button: 'Propose to name it no longer', values }],
  };
}
