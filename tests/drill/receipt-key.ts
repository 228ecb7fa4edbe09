import type { ReceiptResponse, VerifyReceipt } from '#src/contract/receipts.ts';
import type { Watch } from './drill.ts';
import { onMachine } from './on-machine.ts';

/** The receipt key is replaced, then revoked: a receipt of before remains valid, then is refused and signed again. */
export function rotateReceiptKey(watch: Watch): Promise<string> {
  return onMachine(async (machine) => {
    const payment = await machine.pay();
    await machine.becomes(payment, 'credited');
    const receipt = async () =>
      (await (await fetch(`${machine.url}/api/receipts/1-${payment.hash}-coin`)).json()) as ReceiptResponse;
    const isValid = async (given: ReceiptResponse['receipt']) => {
      const body = JSON.stringify({ receipt: given });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${machine.url}/api/verify/receipt`, { method: 'POST', headers, body });
      const { valid, problem } = (await answer.json()) as VerifyReceipt;
      return valid ? 'valid' : problem;
    };
    const { receipt: before } = await receipt();
    watch.begin();
    const replace = machine.task('Replace the receipt key');
    await replace.step();
    replace.end();
    expectSame('a receipt of before', await isValid(before), 'valid');
    const { receipt: between } = await receipt();
    if (between.keyId === before.keyId) throw new Error('the new key signs nothing');
    const revoke = machine.task('The receipt key was stolen');
    await revoke.step({ '<the id of the retired key>': before.keyId });
    revoke.end();
    watch.end();
    expectSame('a receipt of the revoked key', await isValid(before), 'revoked-key');
    expectSame('a receipt of the new key', await isValid((await receipt()).receipt), 'valid');
    return 'old receipts valid after the replacement, refused after the revocation; signed again on request';
  });
}

function expectSame(what: string, found: string | null, expected: string): void {
  if (found !== expected) throw new Error(`${what} is ${found}, not ${expected}`);
}
