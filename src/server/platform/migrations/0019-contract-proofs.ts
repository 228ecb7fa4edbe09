/**
 * The chains on which a contract vouched for a proof; null if the wallet's own key signed it. We cannot tell which
 * existing proofs came from contracts, so their owners sign again.
 */
export function contractProofsSchema(): readonly string[] {
  return ['alter table session_proofs add column contract_chains text', 'delete from session_proofs'];
}
