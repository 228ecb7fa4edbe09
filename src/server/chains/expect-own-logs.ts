import { lower, MalformedAnswerError } from '#src/chain/rpc-reader.ts';

/**
 * Throws MalformedAnswerError for logs of a block among which those of a transaction in it are missing: such a list is
 * cut off, or of a node that lags, and says nothing.
 */
export function expectOwnLogs(logs: readonly { readonly transactionHash: unknown }[], transactionHash: string): void {
  if (!logs.some((log) => lower(log.transactionHash) === transactionHash))
    throw new MalformedAnswerError('logs of a block without those of a transaction in it');
}
