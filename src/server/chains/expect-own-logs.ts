import { lower, MalformedAnswerError } from '#src/chain/rpc-reader.ts';

/**
 * Throws MalformedAnswerError for a list of logs that lacks those of a transaction in the same block: such a list is
 * truncated, or from a lagging node, and proves nothing.
 */
export function expectOwnLogs(logs: readonly { readonly transactionHash: unknown }[], transactionHash: string): void {
  if (!logs.some((log) => lower(log.transactionHash) === transactionHash))
    throw new MalformedAnswerError('logs of a block without those of one of its transactions');
}
