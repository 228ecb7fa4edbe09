import { setTimeout as pause } from 'node:timers/promises';
import type { ServerOptions } from '#src/server/start.ts';
import { ALL_OUTAGES, type Outage } from './rehearsal-state.ts';

const ELSEWHERE = ['rpc', 'prices', 'heads', 'clock'] as const satisfies Outage[];

/** Outages of what the server itself answers. */
export type ServedOutage = Exclude<Outage, (typeof ELSEWHERE)[number]>;
type App = Parameters<NonNullable<ServerOptions['extend']>>[0];

const SHARD = /^\/allocation\/\d+\/s\//;
/** Later than a page waits for a node, in milliseconds. */
const SLOW_MS = 20_000;
const HOUR_S = 3_600;
const ABSURD_GAS = 10n ** 12n;

/** Whose answers an outage changes, and what it makes of them; null for none. */
const CHANGES: Partial<Record<ServedOutage, readonly [of: RegExp, change: (body: string) => string | null]>> = {
  shard: [SHARD, (body) => body.replace(/("0x[0-9a-f]{40}",")/, '$19')],
  shardCut: [SHARD, (body) => body.slice(0, -9)],
  shardMissing: [SHARD, () => null],
  contract: [/^\/api\/allocation$/, (body) => body.replace(/("claims":"0x)[0-9a-f]{4}/, '$1dead')],
  revokedKey: [/^\/api\/verify\/keys$/, (body) => body.replaceAll('"current"', '"revoked"')],
  olderDatabase: [/^\/api\/(records\/)?allocation(\?|$)/, beforeDraft],
  // The commit of every build begins so.
  withdrawnBuild: [/^\/api\/config$/, (body) => JSON.stringify({ ...JSON.parse(body), withdrawnBuilds: [''] })],
};

/**
 * Makes API calls end without an answer, as if the process were gone, while pages are still served, and changes what
 * is answered. `active` has the outages of now.
 */
export function servedOutages(
  { server, inject }: App,
  active: Set<ServedOutage>,
): Readonly<Record<ServedOutage, (isOn: boolean) => void>> {
  const answering = server.listeners('request') as ((...each: unknown[]) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { url = '' } = request;
    const changes = [...active].flatMap((what) => {
      const [of, change] = CHANGES[what] ?? [];
      return change !== undefined && of?.test(url) ? [change] : [];
    });
    if (active.has('api') && url.startsWith('/api/')) request.destroy();
    else if (changes.length > 0)
      void inject(url).then(({ statusCode, body }) => {
        const changed = changes.reduce<string | null>((text, change) => (text === null ? null : change(text)), body);
        const type = { 'content-type': 'application/json', 'cache-control': 'no-store' };
        response.writeHead(changed === null ? 404 : statusCode, type).end(changed ?? '{}');
      });
    else for (const answer of answering) answer.call(server, request, response);
  });
  const turn = (what: ServedOutage) => (isOn: boolean) => void (isOn ? active.add(what) : active.delete(what));
  const own = ALL_OUTAGES.filter((what): what is ServedOutage => !ELSEWHERE.some((each) => each === what));
  return Object.fromEntries(own.map((what) => [what, turn(what)])) as ReturnType<typeof servedOutages>;
}

/** What the node of the claim chain answers to visitors. */
export async function answerAsNode(
  active: ReadonlySet<ServedOutage>,
  method: string,
  ask: () => Promise<string>,
): Promise<{ readonly status: number; readonly text: string }> {
  if (active.has('busy')) return { status: 429, text: '{"message":"Too Many Requests"}' };
  if (active.has('slow')) await pause(SLOW_MS);
  const text = await ask();
  const answer = JSON.parse(text) as { result?: unknown };
  if (active.has('gas') && method === 'eth_estimateGas') answer.result = `0x${ABSURD_GAS.toString(16)}`;
  if (active.has('halted') && method === 'eth_getBlockByNumber') answer.result = olderBlock(answer.result);
  return { status: 200, text: JSON.stringify(answer) };
}

/** What a server says whose sale is closed, and which knows of no list; files of a list are where they were. */
function beforeDraft(body: string): string {
  const answer = JSON.parse(body) as object;
  const none = { batch: null, opensAt: null, root: null, listHash: null, distributor: null };
  return JSON.stringify({
    ...answer,
    ...('records' in answer ? { records: [], next: null } : { state: 'closed', ...none }),
  });
}

/** A block an hour old by this machine's clock and those of visitors, which know of no time that was let pass. */
function olderBlock(block: unknown): unknown {
  const timestamp = Math.floor(Date.now() / 1_000) - HOUR_S;
  return block === null ? block : { ...(block as object), timestamp: `0x${timestamp.toString(16)}` };
}
