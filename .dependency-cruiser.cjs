// Imports go one way (docs/architecture.md). Each line: a folder of src/ and its permitted imports besides itself.
const MAY_IMPORT = {
  lib: [],
  config: ['lib'],
  i18n: ['lib', 'config'],
  contract: ['lib', 'config'],
  chain: ['lib', 'config'],
  client: ['lib', 'config', 'i18n', 'contract', 'chain'],
  wallet: ['lib', 'config', 'i18n', 'contract', 'chain', 'client'],
  stores: ['lib', 'config', 'i18n', 'contract', 'chain', 'client', 'wallet'],
  purchase: ['lib', 'config', 'i18n', 'contract', 'chain', 'client', 'wallet', 'stores'],
  scripts: ['lib', 'config', 'i18n', 'contract', 'client', 'stores', 'purchase'],
  components: [
    ...['lib', 'config', 'i18n', 'contract', 'chain', 'client', 'wallet', 'stores', 'purchase'],
    ...['scripts', 'styles'],
  ],
  islands: [
    ...['lib', 'config', 'i18n', 'contract', 'chain', 'client', 'wallet', 'stores', 'purchase'],
    ...['components', 'styles'],
  ],
  layouts: [
    ...['lib', 'config', 'i18n', 'contract', 'chain', 'client', 'wallet', 'stores', 'purchase'],
    ...['scripts', 'components', 'islands', 'styles'],
  ],
  pages: [
    ...['lib', 'config', 'i18n', 'contract', 'chain', 'client', 'wallet', 'stores', 'purchase'],
    ...['scripts', 'components', 'islands', 'layouts', 'styles'],
  ],
  worker: ['lib', 'config'],
  styles: [],
  server: ['lib', 'config', 'contract', 'chain'],
};

/**
 * The areas of src/server, the lowest first, each with its folders in lines. An area imports from those before it, a
 * folder from the lines of its area before its own; the files next to the areas assemble them and are imported by none.
 */
const SERVER_AREAS = {
  platform: [
    ...[
      ['util'],
      ['database'],
      ['env'],
      ['chains', 'keys', 'mail'],
      ['records'],
      ['alerts', 'database/migrations'],
      ['context'],
    ],
    ['callers', 'sessions'],
  ],
  money: [['ledger'], ['sale'], ['payments'], ['staking', 'receipts', 'track'], ['backup', 'handover']],
  community: [
    ['airdrop', 'voting', 'newsletter', 'partners', 'faq', 'analytics'],
    ['dashboard', 'privacy'],
  ],
  staff: [['auth'], ['screen'], ['commands'], ['desk'], ['console']],
  ops: [['metrics', 'doctor']],
  http: [],
};

/** The same for folders inside a folder of an area. */
const INNER_FOLDERS = {
  'money/payments': [['find', 'submit'], ['credit'], ['verify'], ['watch', 'answer']],
};

/** Packages that only some folders may import. */
const KEPT_TO = [
  ['react', ['react', 'react-dom', '@nanostores/react'], ['src/components/ui/', 'src/islands/', 'tests/']],
  ['wallet-packages', ['@wagmi/[^/]+', '@reown/[^/]+', '@walletconnect/[^/]+'], ['src/wallet/', 'tests/']],
  ['viem', ['viem'], ['src/chain/', 'src/wallet/', 'src/server/', 'src/build/contracts/', 'src/dev/', 'tests/']],
  ['server-packages', ['fastify[^/]*', '@fastify/[^/]+', 'kysely[^/]*', 'pg', 'nodemailer'], ['src/server/', 'tests/']],
  ['worker-packages', ['workbox-[^/]+'], ['src/worker/', 'tests/']],
];

const BROWSER = ['client', 'wallet', 'stores', 'purchase', 'components', 'islands', 'scripts', 'layouts', 'pages'];

/** One of the names, as a group of a regular expression. */
const oneOf = (names) => `(?:${names.join('|')})`;

const layers = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `layer-${folder}`,
  comment: `src/${folder} may import ${others.length > 0 ? others.join(', ') : 'nothing else'} of src.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^src/', pathNot: `^src/${oneOf([folder, ...others])}/` },
}));

/**
 * One rule for each folder in `folder`: it imports itself and the lines before its own. A folder inside another with a
 * line of its own, such as `database/migrations`, is apart from that one.
 */
const roomRules = (folder, lines) =>
  lines.flatMap((line, index) =>
    line.map((room) => {
      const below = lines.slice(0, index).flat();
      const others = lines.flat().filter((other) => other !== room && !below.includes(other));
      const inside = others.filter((other) => other.startsWith(`${room}/`));
      return {
        name: `folder-${folder.slice('src/'.length)}${room}`,
        comment: `${folder}${room} may import ${below.length > 0 ? below.join(', ') : 'nothing else'} of ${folder}.`,
        severity: 'error',
        from: { path: `^${folder}${room}/`, pathNot: `^${folder}${oneOf(inside)}/` },
        to: { path: `^${folder}`, pathNot: `^${folder}(?!${oneOf(others)}/)${oneOf([room, ...below])}/` },
      };
    }),
  );

const areas = Object.keys(SERVER_AREAS);
const rooms = [
  ...roomRules(
    'src/server/',
    areas.map((area) => [area]),
  ),
  ...Object.entries({ ...SERVER_AREAS, ...INNER_FOLDERS }).flatMap(([area, lines]) =>
    roomRules(`src/server/${area}/`, lines),
  ),
  ...Object.entries(SERVER_AREAS)
    .filter(([, lines]) => lines.length > 0)
    .map(([area, lines]) => ({
      name: `folder-without-a-place-${area}`,
      comment: 'A new folder of an area needs a place in SERVER_AREAS.',
      severity: 'error',
      from: { path: `^src/server/${area}/[^/]+/`, pathNot: `^src/server/${area}/${oneOf(lines.flat())}/` },
      to: {},
    })),
  {
    name: 'area-without-a-place',
    comment: 'A new area of src/server needs a line in SERVER_AREAS.',
    severity: 'error',
    from: { path: '^src/server/[^/]+/', pathNot: `^src/server/${oneOf(areas)}/` },
    to: {},
  },
];

const packages = KEPT_TO.map(([name, names, homes]) => ({
  name: `only-here-${name}`,
  comment: `${names.join(', ')}: only in ${homes.join(', ')}.`,
  severity: 'error',
  from: { path: '^(?:src|tests)/', pathNot: `^${oneOf(homes)}` },
  to: { path: `(?:^|/)node_modules/(?:@types/)?${oneOf(names)}/` },
}));

module.exports = {
  forbidden: [
    ...layers,
    ...rooms,
    ...packages,
    {
      name: 'no-circular',
      comment: 'Two modules that need each other are one module, or three.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'lib-imports-nothing',
      comment: 'src/lib is pure: no packages either.',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: { pathNot: '^src/lib/' },
    },
    {
      name: 'build-and-dev-not-pages',
      comment: 'src/build and src/dev use anything but pages and islands.',
      severity: 'error',
      from: { path: '^src/(?:build|dev)/' },
      to: { path: '^src/(?:pages|islands)/' },
    },
    {
      name: 'server-is-imported-by-nobody',
      comment: 'Only src/dev and tests start the server. The commands of src/build read settings and sites as it does.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(?:server|dev)/' },
      to: { path: '^src/server/', pathNot: '^src/server/platform/(?:env|util)/' },
    },
    {
      name: 'no-island-imports-another',
      comment: 'Islands share state through stores and looks through components.',
      severity: 'error',
      from: { path: '^src/islands/([^/]+)/' },
      to: { path: '^src/islands/', pathNot: '^src/islands/$1/' },
    },
    {
      name: 'contract-as-types-in-the-browser',
      comment: 'From the contract only types reach the browser: import type. Its schemas would bring zod along.',
      severity: 'error',
      from: { path: `^src/${oneOf(BROWSER)}/` },
      to: { path: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'node-only-where-node-runs',
      comment: 'node:* belongs to server, build, dev and tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(?:server|build|dev)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'src knows nothing of tests.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-dev-packages-in-the-product',
      comment: 'What runs in production is a dependency, not a devDependency.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(?:build|dev)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'not-to-unresolvable',
      comment: 'The file or package does not exist.',
      severity: 'error',
      from: {},
      // The build creates Astro's virtual modules.
      to: { couldNotResolve: true, pathNot: '^(?:astro:|virtual:)' },
    },
  ],
  options: {
    doNotFollow: { path: '(?:^|/)node_modules/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'module', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts', '.css'],
    },
  },
};
