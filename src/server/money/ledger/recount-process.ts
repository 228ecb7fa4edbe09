// recountLedger() starts this process with the path of a file that does not change.
import { answerParent } from '#src/server/platform/database/read-in-process.ts';
import { recountIn } from './check-ledger.ts';

await answerParent(recountIn);
