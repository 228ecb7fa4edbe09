#!/usr/bin/env node
// forge wants a compiler that is a program: this is the one of npm.
import { readFileSync } from 'node:fs';
import solc from 'solc';

if (process.argv.includes('--version')) {
  console.log(`solc, the solidity compiler\nVersion: ${solc.version()}`);
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')));
}
