import type { Env } from '#src/server/platform/env/env.ts';

/** Only whether these are set is shown. */
const SECRET = /^(?!PUBLIC_).*(?:_URL|_KEY|SECRET|PASSWORD)$/;
/** Shown in another form, or not set by anybody. */
const LEFT_OUT = ['chains', 'stakingRate', 'rehearsal'];

/** Every setting by name, as text. */
export function publicSettings(env: Env): readonly (readonly [name: string, value: string])[] {
  const settings = Object.entries(env).flatMap(([name, value]): [string, string][] => {
    if (LEFT_OUT.includes(name) || name.startsWith('RPC_URL')) return [];
    if (value === undefined) return [[name, 'not set']];
    if (SECRET.test(name)) return [[name, 'set']];
    return [[name, Array.isArray(value) ? value.join(', ') || 'none' : String(value)]];
  });
  const chains = env.chains.map(({ chainId, rpcUrls, quorum, startBlock, heartbeatSeconds }): [string, string] => [
    `chain ${chainId}`,
    `${rpcUrls.length} sources, ${quorum} must agree, from block ${startBlock}, heartbeat ${heartbeatSeconds} s`,
  ]);
  return [...settings, ...chains];
}
