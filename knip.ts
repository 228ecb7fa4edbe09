import type { KnipConfig } from 'knip';

/** Programs that start another Debian. */
const DEPLOY_PROGRAMS = ['debootstrap', 'systemd-nspawn', 'nsenter', 'chroot'];

/** The configuration by which `npm run check` finds dead code: unused files, exports and packages. */
const config: KnipConfig = {
  entry: [
    'bootstrap/run.mjs',
    'src/build/{build,sign-site,verify-site,contracts/standard-input}.ts',
    'src/dev/{dev,i18n,preview,start}.ts',
    'src/dev/chains/host.ts',
    'src/server/{main,staff-cli,doctor-cli,verify-records,allocation-cli}.ts',
    'src/build/directives/*.ts',
    'src/worker/{service-worker,kill-worker}.ts',
    // Bundled by src/build/claim-file.ts.
    'src/scripts/tools/claim/claim-file.ts',
    // Imported by a page's script after a self-closing one, which Knip does not parse past.
    'src/scripts/faq/faq.ts',
    'tests/{run,trace}.ts',
    'tests/run/{citations,import-closure,import-rules,styles}.ts',
    'tests/bench/{run,api-server,bare-server,scale-server}.ts',
    'tests/{coverage,deploy,drill,engines,lighthouse,mutants,pictures,pseudo,soak,upgrade,wallets}/run.ts',
    'tests/pictures/playwright.config.ts',
    'tests/pseudo/walk.ts',
    'tests/support/interruptions/page.ts',
    'tests/support/{postgres-setup,wide-limits}.ts',
    'tests/mutants/{stryker-draw,vitest.config}.ts',
    'tests/**/*.test.{ts,tsx}',
  ],
  project: ['bootstrap/**/*.mjs', 'src/**/*.{ts,tsx,astro,mjs}', 'tests/**/*.{ts,tsx,cjs}'],
  ignoreExportsUsedInFile: true,
  ignoreDependencies: [
    // Read by their paths: fonts, contracts, compilers and programs.
    '@embedpdf/fonts-sc',
    '@expo-google-fonts/*',
    '@astrojs/check',
    '@biomejs/biome',
    '@vitest/coverage-v8',
    '@foundry-rs/anvil',
    '@foundry-rs/forge',
    '@openzeppelin/contracts',
    '@safe-global/safe-smart-account',
    'dependency-cruiser',
    'playwright',
    'solc',
    'typescript-native',
    // Imported by a style sheet.
    'tailwindcss',
  ],
  // Programs of the machine: of PostgreSQL, certificates, packages, and small disks.
  ignoreBinaries: ['pg_dump', 'pg_restore', 'pg_config', 'mount', 'umount', 'apt-get', 'openssl', ...DEPLOY_PROGRAMS],
};

export default config;
