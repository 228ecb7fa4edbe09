/** The parts of the global scope that this worker uses: TypeScript's types for workers clash with those for pages. */
export interface WorkerScope {
  readonly clients: { matchAll(options: object): Promise<readonly { readonly url: string }[]>; claim(): Promise<void> };
  readonly registration: { unregister(): Promise<boolean> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}

export const scope = globalThis as unknown as WorkerScope;
