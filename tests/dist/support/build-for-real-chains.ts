import { execFileSync } from 'node:child_process';
import { cleanEnv } from '#tests/run/clean-env.ts';

/** The settings of the build for real chains; nothing is requested from these addresses. */
export const REAL_CHAINS = {
  RPC_URL_1: 'https://rpc.example/1',
  RPC_URL_56: 'https://rpc.example/56',
  RPC_URL_137: 'https://rpc.example/137',
  PRESALE_START_BLOCK_1: '1',
  PRESALE_START_BLOCK_56: '1',
  PRESALE_START_BLOCK_137: '1',
  PRESALE_ADDRESS: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
  PUBLIC_ORIGIN: 'https://synx.example',
  PUBLIC_X_URL: 'https://x.com/synx_example',
  PUBLIC_OPERATOR_NAME: 'Example AG',
  PUBLIC_OPERATOR_OFFICE: 'Example Street 1, Zug',
  PUBLIC_SUPPORT_EMAIL: 'help@synx.example',
  SOURCE_COMMIT: 'c3'.repeat(20),
  SOURCE_DATE_EPOCH: '1790000000',
} as const;

/** Builds the site as visitors of real chains get it, in these languages (`en,ar`), into a folder. */
export function buildForRealChains(folder: string, locales: string): void {
  execFileSync(process.execPath, ['src/build/build.ts', '--out', folder], {
    env: { ...cleanEnv({ PATH: process.env.PATH }), ...REAL_CHAINS, SYNX_LOCALES: locales },
    stdio: 'pipe',
  });
}
