import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import type { Provider } from '#src/wallet/provider-types.ts';

type Answers = Readonly<Record<string, unknown>>;

/** A wallet with scripted answers: a value, an Error to throw, or a function of the parameters. */
export class FakeProvider implements Provider {
  readonly calls: { readonly method: string; readonly params: readonly unknown[] }[] = [];
  readonly #answers: Map<string, unknown>;
  readonly #listeners = new Map<string, Set<(...values: never[]) => void>>();

  constructor(answers: Answers = {}) {
    this.#answers = new Map(Object.entries(answers));
  }

  set(method: string, answer: unknown): void {
    this.#answers.set(method, answer);
  }

  async request({
    method,
    params = [],
  }: {
    readonly method: string;
    readonly params?: readonly unknown[];
  }): Promise<unknown> {
    this.calls.push({ method, params });
    if (!this.#answers.has(method)) throw new ProviderError(4200, `no ${method} here`);
    const answer = this.#answers.get(method);
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer(...params) : answer;
  }

  on(event: string, listener: (...values: never[]) => void): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
  }

  removeListener(event: string, listener: (...values: never[]) => void): void {
    this.#listeners.get(event)?.delete(listener);
  }

  /** The page that listened is gone. */
  forgetListeners(): void {
    this.#listeners.clear();
  }

  emit(event: string, value: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(value as never);
  }

  methods(): string[] {
    return this.calls.map(({ method }) => method);
  }
}
