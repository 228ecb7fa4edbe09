/**
 * On which chains a contract has vouched for a proof; null for one by the wallet's own key. Which of the proofs there
 * are came from contracts is not known: who has one signs again.
 */
export function contractProofsSchema(): readonly string[] {
  return ['alter table session_proofs add column contract_chains text', 'delete from session_proofs'];
}
