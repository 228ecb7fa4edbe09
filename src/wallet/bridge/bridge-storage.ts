import { BRIDGE } from '#src/config/storage-keys.ts';

/** Everything that the bridge and its window store in this browser. */
const PREFIXES = [BRIDGE, '@appkit', 'wc@2:', 'WALLETCONNECT'];

/** The bridge's storage under one prefix; once cleared it accepts nothing until opened, as timers would write back. */
export class BridgeStorage {
  #isOpen = true;

  open(): void {
    this.#isOpen = true;
  }

  clear(): void {
    this.#isOpen = false;
    for (const key of Object.keys(localStorage)) {
      if (PREFIXES.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key);
    }
  }

  async getKeys(): Promise<string[]> {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(BRIDGE))
      .map((key) => key.slice(BRIDGE.length));
  }

  async getEntries<T>(): Promise<[string, T][]> {
    const keys = await this.getKeys();
    return Promise.all(keys.map(async (key) => [key, (await this.getItem<T>(key)) as T] as [string, T]));
  }

  async getItem<T>(key: string): Promise<T | undefined> {
    const text = localStorage.getItem(BRIDGE + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  }

  async setItem<T>(key: string, value: T): Promise<void> {
    if (this.#isOpen) localStorage.setItem(BRIDGE + key, JSON.stringify(value));
  }

  async removeItem(key: string): Promise<void> {
    localStorage.removeItem(BRIDGE + key);
  }
}
