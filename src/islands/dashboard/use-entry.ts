import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { loadListTexts } from '#src/client/load-list-texts.ts';
import { areAnswered } from '#src/components/ui/use-settled.ts';
import { $allocation, $entry } from '#src/stores/allocation.ts';

const load = async () => {
  const [{ EntryPanel }, texts] = await Promise.all([import('./EntryPanel.tsx'), loadListTexts()]);
  return { EntryPanel, texts };
};

/** The viewed wallet's entry of the list, with the part that shows it, which loads once the sale is over. */
export function useEntry() {
  const list = useStore($allocation);
  const entry = useStore($entry);
  const [part, setPart] = useState<Awaited<ReturnType<typeof load>> | 'failed' | null>(null);
  const batch = list.data;
  const isNeeded = batch !== undefined && batch.state !== 'none';
  useEffect(() => {
    if (!isNeeded) return;
    load().then(setPart, (error: unknown) => {
      console.warn(error);
      setPart('failed');
    });
  }, [isNeeded]);
  const isRead = batch?.batch == null || areAnswered(entry);
  return {
    isAnswered: isNeeded ? part !== null && isRead : areAnswered(list),
    shown: isNeeded && part !== null && isRead ? { part, batch, entry: entry.data ?? null } : null,
  };
}
