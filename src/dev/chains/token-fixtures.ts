import type { ChainId } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import type { CompiledContract, CompiledContracts } from './run-solc.ts';

export interface TokenFixture {
  readonly address: `0x${string}`;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly contract: CompiledContract;
}

/** The test tokens of a chain, at the real addresses; transfers of USDT on Ethereum return nothing. */
export function tokenFixtures(chainId: ChainId, compiled: CompiledContracts): TokenFixture[] {
  const { TestToken, TestTokenNoReturn } = compiled;
  if (TestToken === undefined || TestTokenNoReturn === undefined) throw new Error('the test tokens are not compiled');
  return TOKENS.flatMap((token) => {
    if (token.chainId !== chainId || token.address === null) return [];
    const { address, name, symbol, decimals } = token;
    const contract = chainId === 1 && symbol === 'USDT' ? TestTokenNoReturn : TestToken;
    return [{ address, name, symbol, decimals, contract }];
  });
}
