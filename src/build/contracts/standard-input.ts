// npm run --silent contracts: the compiler's input for contracts/, by which anybody makes the same code. With the
// argument `compiled`: what the server deploys and compares (src/chain/abi/contracts.json).
import { join } from 'node:path';
import { compileContracts } from './compile.ts';
import { gatherSources } from './gather-sources.ts';
import { standardInput } from './run-solc.ts';

const root = join(import.meta.dirname, '../../..');

async function compiled() {
  const { SynxToken, SynxClaims } = await compileContracts(join(root, 'contracts'));
  return { SynxToken, SynxClaims };
}

const output =
  process.argv[2] === 'compiled' ? await compiled() : standardInput(await gatherSources(root, 'contracts'));
console.log(JSON.stringify(output));
