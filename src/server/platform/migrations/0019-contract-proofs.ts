/**
 * The chains on which a contract has vouched for a proof; null for one by the wallet's own key. It is unknown which
 * existing proofs came from contracts: their owners sign again.
 */
export function contractProofsSchema(): readonly string[] {
  return ['alter table session_proofs add column contract_chains text', 'delete from session_proofs'];
}
