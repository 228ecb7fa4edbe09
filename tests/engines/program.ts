import { lineOf } from '#src/lib/allocation/entry.ts';
import { openShard } from '#src/lib/allocation/shard.ts';
import { sha256Hex } from '#src/lib/hash/sha256.ts';
import { randomEntries, readEntries, shardFiles } from '#tests/support/allocation-lists.ts';
import { random } from '#tests/support/random.ts';

/** Everything that a list comes to, for lists of three shapes: the same text in every engine. */
export function fingerprint(): string {
  return [200, 3_000, 5_000]
    .map((count) => {
      const entries = randomEntries(random(count), count, 11);
      const list = readEntries(entries);
      const files = [...shardFiles(entries, list)];
      const proofs = files.map(([, text]) => {
        const shard = openShard(text, list.root);
        return shard
          .entries()
          .slice(0, 2)
          .map(({ address }) => shard.proofOf(address)?.proof.join());
      });
      return [
        list.root,
        list.hash,
        sha256Hex(entries.map(lineOf).join('')),
        sha256Hex(files.flat().join()),
        sha256Hex(proofs.flat().join()),
      ].join(' ');
    })
    .join('\n');
}

/** Checks a shard and finds the proof of a wallet in it, as a visitor's browser does. */
export function checkShard(text: string, root: string, address: string): void {
  if (openShard(text, root).proofOf(address) === null) throw new Error(`${address} is not listed`);
}
