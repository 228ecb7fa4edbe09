import { serializeTransaction } from 'viem';
import type { ChainId } from '#src/config/chains.ts';
import type { AskChain } from './wallet-driver.ts';

const CHAINS_BY_NAME: Readonly<Record<string, ChainId>> = { eth: 1, bsc: 56, matic: 137 };
const GAS = '0xb890';

interface Asked {
  readonly chain_id?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly tx?: Readonly<Record<string, string | number>>;
}

/** Answers as Rabby's service does, from the local chains; undefined to what a payment can do without. */
export async function rabbyAnswer(url: URL, body: string, ask: AskChain): Promise<unknown> {
  const asked = (body === '' ? {} : JSON.parse(body)) as Asked;
  const { tx = {} } = asked;
  const chainId =
    CHAINS_BY_NAME[asked.chain_id ?? url.searchParams.get('chain_id') ?? ''] ?? (Number(tx.chainId) as ChainId);
  switch (url.pathname) {
    case '/v1/wallet/eth_rpc':
      return ask(chainId, asked.method ?? '', asked.params);
    case '/v1/wallet/gas_market':
    case '/v2/wallet/gas_market':
      return gasMarket(Number(await result(ask(chainId, 'eth_gasPrice', []))));
    case '/v1/wallet/pre_exec_tx':
      return simulation(String(tx.nonce ?? '0x0'));
    case '/v1/engine/action/parse_tx':
      return { action: { type: 'send_token', data: { to: tx.to, token: COIN } }, log_id: '1' };
    case '/v1/wallet/history_tx_used_gas':
      return { gas_used: Number(GAS) };
    case '/v1/wallet/tx_is_gasless':
      return { is_gasless: false };
    case '/v1/wallet/pending_tx_list':
    case '/v1/wallet/get_tx_requests':
      return [];
    case '/v1/wallet/supported_push_type':
      return { low_gas: false, mev: false };
    case '/v1/wallet/submit_tx':
      return { req: { id: '1', tx_id: await result(ask(chainId, 'eth_sendRawTransaction', [signed(tx)])) } };
    default:
      return undefined;
  }
}

const COIN = {
  ...{
    id: 'eth',
    chain: 'eth',
    name: 'ETH',
    symbol: 'ETH',
    display_symbol: null,
    optimized_symbol: 'ETH',
    decimals: 18,
  },
  ...{ amount: 1, price: 4_513, is_core: true, is_verified: true, is_wallet: true, logo_url: '', time_at: 0 },
};

async function result(answer: Promise<unknown>): Promise<unknown> {
  return ((await answer) as { readonly result: unknown }).result;
}

function gasMarket(price: number) {
  const level = { front_tx_count: 0, estimated_seconds: 10, priority_price: null, base_fee: 0 };
  return ['slow', 'normal', 'fast', 'custom'].map((name) => ({ ...level, level: name, price }));
}

function simulation(nonce: string) {
  return {
    pre_exec_version: 'v1',
    balance_change: {
      ...{ error: null, receive_nft_list: [], receive_token_list: [], send_nft_list: [], send_token_list: [] },
      ...{ success: true, usd_value_change: 0 },
    },
    gas: {
      ...{ success: true, error: null, gas_used: 21_000, gas_ratio: 1, gas_limit: Number(GAS) },
      ...{
        estimated_gas_cost_usd_value: 0,
        estimated_gas_cost_value: 0,
        estimated_gas_used: 21_000,
        estimated_seconds: 10,
      },
    },
    native_token: COIN,
    pre_exec: { success: true, error: null },
    trace_id: '1',
    recommend: { gas: GAS, nonce },
    support_balance_change: true,
  };
}

/** A signed transaction as chains take it, from the fields that the wallet sends to the service. */
function signed(tx: NonNullable<Asked['tx']>): string {
  const big = (name: string) => BigInt(tx[name] ?? 0);
  const fields = {
    chainId: Number(tx.chainId),
    nonce: Number(tx.nonce),
    to: tx.to as `0x${string}`,
    value: big('value'),
    data: (tx.data ?? '0x') as `0x${string}`,
    gas: big(tx.gas === undefined ? 'gasLimit' : 'gas'),
  };
  const signature = { r: tx.r as `0x${string}`, s: tx.s as `0x${string}`, v: big('v') };
  return tx.maxFeePerGas === undefined
    ? serializeTransaction({ ...fields, type: 'legacy', gasPrice: big('gasPrice') }, signature)
    : serializeTransaction(
        {
          ...fields,
          type: 'eip1559',
          maxFeePerGas: big('maxFeePerGas'),
          maxPriorityFeePerGas: big('maxPriorityFeePerGas'),
        },
        { r: signature.r, s: signature.s, yParity: Number(signature.v) },
      );
}
