// npm run --silent contracts: the compiler's input for contracts/, by which anybody makes the same code.
import { join } from 'node:path';
import { gatherSources } from './chains/gather-sources.ts';
import { standardInput } from './chains/run-solc.ts';

console.log(JSON.stringify(standardInput(await gatherSources(join(import.meta.dirname, '../..'), 'contracts'))));
