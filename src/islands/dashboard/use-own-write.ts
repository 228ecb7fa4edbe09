import { useState } from 'react';
import { RequestError } from '#src/client/request.ts';
import { usePage } from '#src/components/ui/page.tsx';
import { writeAs } from '#src/stores/write-as.ts';
import { isRejection } from '#src/wallet/error-code.ts';
import type { DashboardProps } from './dashboard-props.ts';

/** The state of a form by which the owner of a wallet writes: whether it is being sent, and why that failed. */
export function useOwnWrite() {
  const { texts } = usePage<DashboardProps>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  /** Writes by writeAs() and then calls `done`. What the visitor refuses in the wallet is no problem to tell. */
  const write = async (done: () => void, ...args: Parameters<typeof writeAs>) => {
    setBusy(true);
    setProblem('');
    try {
      await writeAs(...args);
      done();
    } catch (error) {
      if (!isRejection(error)) setProblem(refusalOf(texts, error));
    }
    setBusy(false);
  };
  return { isBusy, problem, setProblem, write };
}

/** The API's refusal in the page's language, or that it cannot be reached. */
function refusalOf(texts: DashboardProps['texts'], error: unknown): string {
  console.warn(error);
  const code = error instanceof RequestError ? error.code : null;
  return (texts as Readonly<Record<string, string>>)[`api.${code}`] ?? texts['api.storage_unavailable'];
}
