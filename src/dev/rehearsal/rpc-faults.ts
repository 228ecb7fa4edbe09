/** A JSON-RPC call, or an answer; the names are the protocol's. */
export interface RpcMessage {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
}

/** The faults of one chain's connection that change its answers. */
export interface RpcFaults {
  /** All prices are days old. */
  readonly oldPrices: boolean;
  /** From this block on the chain's head does not move; null if it does. */
  readonly frozenAt: string | null;
}

const LATEST_ROUND = '0xfeaf968c';
/** How much older the prices are made, as the switch says. */
export const OLDER_DAYS = 2;
const WORD = 64;

/** The call that a frozen connection makes instead. */
export function changedCall(asked: RpcMessage, { frozenAt }: RpcFaults): RpcMessage {
  if (frozenAt === null || asked.method !== 'eth_getBlockByNumber' || asked.params?.[0] !== 'latest') return asked;
  return { ...asked, params: [frozenAt, ...asked.params.slice(1)] };
}

/** What the connection answers instead. */
export function changedAnswer(asked: RpcMessage, answer: RpcMessage, { frozenAt, oldPrices }: RpcFaults): RpcMessage {
  if (frozenAt !== null && asked.method === 'eth_blockNumber') return { ...answer, result: frozenAt };
  const [call] = asked.params ?? [];
  const isPrice = asked.method === 'eth_call' && (call as { data?: unknown } | undefined)?.data === LATEST_ROUND;
  return oldPrices && isPrice && typeof answer.result === 'string'
    ? { ...answer, result: olderRound(answer.result) }
    : answer;
}

/** A round of a price feed whose times, its third and fourth word, are earlier. */
function olderRound(round: string): string {
  const words = round.slice(2).match(new RegExp(`.{${WORD}}`, 'g')) ?? [];
  return `0x${words.map((word, index) => (index === 2 || index === 3 ? earlier(word) : word)).join('')}`;
}

function earlier(word: string): string {
  return (BigInt(`0x${word}`) - BigInt(OLDER_DAYS * 86_400)).toString(16).padStart(WORD, '0');
}
