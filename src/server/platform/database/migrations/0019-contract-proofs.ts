/** The chains on which a contract vouched for a proof. Existing proofs do not tell, so their owners sign again. */
export function contractProofsSchema(): readonly string[] {
  return ['alter table session_proofs add column contract_chains text', 'delete from session_proofs'];
}
