import type { Hex } from 'viem';
import type { SupplyLine } from '#src/contract/allocation.ts';
import { AMOUNT_KINDS } from '#src/lib/allocation/entry.ts';
import { exactSynx } from '#src/server/platform/util/exact-synx.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';
import { type ClaimsArguments, claimsCreation, deployedAddress, tokenCreation } from './deployment.ts';
import type { Made, Reading } from './read-distributor.ts';

/** What a contract must be to be named. */
export interface Expected extends ClaimsArguments {
  readonly claims: string;
  /** Null once it has been compared: the mints of a token never change. */
  readonly supply: readonly SupplyLine[] | null;
  /** The token of an earlier list. */
  readonly token: string | null;
}

/** Everything in which a contract differs from what it must be, each in a sentence; empty if it may be named. */
export function differencesOf(expected: Expected, reading: Reading): readonly string[] {
  const { claims, exists, isTokenOurs, mints, deployedBlock } = reading;
  if (!exists) return ['There is no contract at this address, or its block is not final yet.'];
  if (claims === null) return ['The code of the contract is not that of SynxClaims.'];
  const values = (['root', 'list'] as const).map((name) => [name, claims[name], expected[name]] as const);
  return [
    ...unequal([...values, ['total', exactSynx(claims.total), exactSynx(expected.total)]]),
    ...AMOUNT_KINDS.flatMap((kind, index) =>
      unequal([[`schedule of ${kind}`, spanOf(claims.schedules[index]), spanOf(expected.schedules[index])]]),
    ),
    ...(isTokenOurs ? [] : [`The code of its token ${claims.token} is not that of SynxToken.`]),
    ...(expected.token === null ? [] : unequal([['token', claims.token, expected.token]])),
    ...(isTokenOurs && expected.supply !== null ? mintDifferences(expected.supply, mints) : []),
    ...(isTokenOurs && deployedBlock === null
      ? ['The transaction that deployed the claims is unknown to the chain, failed, or is not final yet.']
      : []),
    ...(isTokenOurs && expected.supply !== null ? forgeries(expected, expected.supply, reading) : []),
  ];
}

/**
 * What code and answers cannot show: other creation code can write any balance or counter, log any mint, and leave the
 * right code behind. The address or the transaction shows which one it was.
 */
function forgeries(expected: Expected, supply: readonly SupplyLine[], { claims, made }: Reading): readonly string[] {
  const token = claims?.token ?? '';
  const known = expected.token !== null || isMadeBy(tokenCreation(supply), token, made.token);
  return [
    ...(known ? [] : ['The token was not made by the code and the table that are ours.']),
    ...(isMadeBy(claimsCreation(token, expected), expected.claims, made.claims)
      ? []
      : ['The claims were not made by the code and the list that are ours.']),
  ];
}

function isMadeBy(code: Hex, address: string, made: Made | null): boolean {
  return deployedAddress(code) === address || (made?.address === address && made.code === code);
}

/** Line by line: another order is another table. */
function mintDifferences(supply: readonly SupplyLine[], mints: Reading['mints']): readonly string[] {
  if (mints === null)
    return ['The transaction that deployed the token is unknown to the chain, failed, or is not final yet.'];
  const stated = supply.map(({ address, amount }) => `${exactSynx(BigInt(amount))} to ${address}`);
  const minted = mints.map(({ to, amount }) => `${exactSynx(amount)} to ${to}`);
  const lines = Array.from({ length: Math.max(stated.length, minted.length) }, (_, index) => index);
  return unequal(lines.map((line) => [`line ${line + 1} of the supply`, minted[line], stated[line]]));
}

function unequal(values: readonly (readonly [string, string | undefined, string | undefined])[]): readonly string[] {
  return values
    .filter(([, found, wanted]) => found !== wanted)
    .map(([what, found = 'nothing', wanted = 'nothing']) => `The ${what}: ${found} on chain, ${wanted} in the list.`);
}

function spanOf(span: { readonly start: bigint; readonly end: bigint } | undefined): string | undefined {
  // Years beyond what a date can have are shown as they are.
  const time = (seconds: bigint) => (seconds < 253_402_300_800n ? isoTime(seconds * 1_000n) : String(seconds));
  return span === undefined ? undefined : `${time(span.start)} to ${time(span.end)}`;
}
