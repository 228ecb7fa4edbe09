import { RequestError } from './request.ts';

export interface ProofSteps {
  /** Reopens the wallet's session if its cookie is gone. */
  readonly reopen: () => Promise<unknown>;
  /** Has the visitor sign one free message (EIP-4361) and sends it to the API; null if we must not ask the visitor. */
  readonly prove: (() => Promise<void>) | null;
}

/** Runs a call; takes each step that the code of the API's error asks for, at most once (decision 24). */
export async function withProof<T>(send: () => Promise<T>, { reopen, prove }: ProofSteps): Promise<T> {
  const steps = new Map<string, () => Promise<unknown>>([
    ['no_wallet_session', reopen],
    ['wrong_wallet', reopen],
    ...(prove === null ? [] : [['proof_required', prove] as const]),
  ]);
  for (;;) {
    try {
      return await send();
    } catch (error) {
      const step = error instanceof RequestError && error.code !== null ? steps.get(error.code) : undefined;
      if (step === undefined) throw error;
      for (const [code, known] of steps) if (known === step) steps.delete(code);
      await step();
    }
  }
}
