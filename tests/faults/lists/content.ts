import type { Fault } from '../fault.ts';

/** Faults of the area "content". */
export const CONTENT_FAULTS: readonly Fault[] = [
  {
    id: 'R0.002',
    file: 'src/server/airdrop/accept-check-in.ts',
    find: 'await appendPoints(',
    replace: 'if (streak > 1) await appendPoints(',
  },
  {
    id: 'R9.056',
    file: 'content/facts.json',
    find: '"supply.total": {\n    "value": "1110000000"',
    replace: '"supply.total": {\n    "value": "1210000000"',
  },
  {
    id: 'R9.057',
    file: 'content/facts.json',
    find: '"burn.perYear": {\n    "value": "13000000"',
    replace: '"burn.perYear": {\n    "value": "12000000"',
  },
  {
    id: 'R9.058',
    file: 'content/facts.json',
    find: '"fee.transaction": {\n    "value": "0.65"',
    replace: '"fee.transaction": {\n    "value": "0.56"',
  },
  {
    id: 'R9.059',
    file: 'content/facts.json',
    find: '"block.seconds": {\n    "value": "1"',
    replace: '"block.seconds": {\n    "value": "2"',
  },
  {
    id: 'R9.060',
    file: 'content/facts.json',
    find: '"chain.tps": {\n    "value": "200"',
    replace: '"chain.tps": {\n    "value": "100"',
  },
  {
    id: 'R9.061',
    file: 'content/facts.json',
    find: '"validator.cap": {\n    "value": "1"',
    replace: '"validator.cap": {\n    "value": "2"',
  },
  {
    id: 'R9.062',
    file: 'src/config/sale.ts',
    find: 'priceMicroUsd: 22_000n',
    replace: 'priceMicroUsd: 20_000n',
  },
  {
    id: 'R9.063',
    file: 'src/config/sale.ts',
    find: 'supply: 98_000_000n',
    replace: 'supply: 97_000_000n',
  },
  {
    id: 'R9.064',
    file: 'src/config/sale.ts',
    find: "GOAL_RAISE_USD = '10170000'",
    replace: "GOAL_RAISE_USD = '10129000'",
  },
  {
    id: 'R9.071',
    file: 'content/facts.json',
    find: '"loyalty.first.percent": {\n    "value": "5"',
    replace: '"loyalty.first.percent": {\n    "value": "6"',
  },
  {
    id: 'R9.072',
    file: 'content/facts.json',
    find: '"loyalty.second.tokens": {\n    "value": "100000"',
    replace: '"loyalty.second.tokens": {\n    "value": "1000000"',
  },
  {
    id: 'R9.073',
    file: 'content/facts.json',
    find: '"airdrop.vesting": {\n    "value": "12"',
    replace: '"airdrop.vesting": {\n    "value": "6"',
  },
  {
    id: 'R9.074',
    file: 'content/facts.json',
    find: '"team.lock": {\n    "value": "6"',
    replace: '"team.lock": {\n    "value": "12"',
  },
];
