import autocannon from 'autocannon';
import type { Figure } from './report.ts';

const ROUNDS = 5;
const SECONDS = 1;
const CONNECTIONS = 100;
const READS = [
  '/api/presale/pricing',
  '/api/presale/stats',
  '/api/config',
  '/api/crypto/prices',
  '/api/staking/stats',
  '/api/airdrop/leaderboard',
];

async function load(url: string): Promise<{ perSecond: number; p99: number; errors: number }> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  return { perSecond: result.requests.average, p99: result.latency.p99, errors: result.errors + result.non2xx };
}

/**
 * Public reads as ratios to a bare Fastify route that answers the same JSON: short turns, one after the other, and the
 * median of their ratios.
 */
export async function apiFigures(bareUrl: string, apiUrl: string): Promise<readonly Figure[]> {
  const answers = await Promise.all(READS.map(async (path) => [path, await (await fetch(`${apiUrl}${path}`)).json()]));
  await fetch(`${bareUrl}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Object.fromEntries(answers)),
  });
  await load(`${bareUrl}${READS[0]}`);
  await load(`${apiUrl}${READS[0]}`);
  const figures: Figure[] = [];
  for (const path of READS) {
    const rounds: { ratio: number; bare: number; p99: number; errors: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await load(`${bareUrl}${path}`);
      const api = await load(`${apiUrl}${path}`);
      rounds.push({ ratio: api.perSecond / bare.perSecond, bare: bare.perSecond, p99: api.p99, errors: api.errors });
    }
    const ratio = median(rounds.map((round) => round.ratio));
    const p99 = median(rounds.map((round) => round.p99));
    const errors = rounds.reduce((sum, round) => sum + round.errors, 0);
    figures.push(
      {
        name: `GET ${path}`,
        value: `${(ratio * 100).toFixed(0)} % of ${median(rounds.map((round) => round.bare)).toFixed(0)}/s${
          errors === 0 ? '' : `, ${errors} errors`
        }`,
        budget: '≥ 60 % of the bare route',
        within: ratio >= 0.6 && errors === 0,
      },
      { name: `GET ${path} p99`, value: `${p99} ms`, budget: '≤ 20 ms', within: p99 <= 20 },
    );
  }
  return figures;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
