#!/usr/bin/env node
// forge wants a compiler that is a program: this is the one of npm.
import { readFileSync } from 'node:fs';

if (process.argv.includes('--version')) {
  // forge asks each time it starts; loading the compiler for the answer would take half a second.
  const { version } = JSON.parse(
    readFileSync(new URL('../../node_modules/solc/package.json', import.meta.url), 'utf8'),
  );
  console.log(`solc, the solidity compiler\nVersion: ${version}`);
} else {
  const { default: solc } = await import('solc');
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
}
