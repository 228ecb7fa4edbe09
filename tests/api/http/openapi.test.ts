import { afterAll, expect, test } from 'vitest';
import { API_ERRORS } from '#src/contract/errors.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { type ApiDocument, operationsOf } from '#tests/support/operations.ts';

/** The calls a purchase and a stake need; more may be listed. */
const NEEDED = [
  'GET /api/config',
  'GET /api/crypto/prices',
  'GET /api/health',
  'GET /api/presale/pricing',
  'GET /api/presale/stats',
  'GET /api/ready',
  'GET /api/staking/balance/{wallet}',
  'GET /api/staking/rewards/{wallet}',
  'GET /api/staking/stats',
  'GET /api/wallet/nonce',
  'POST /api/presale/purchase',
  'POST /api/staking/stake',
  'POST /api/wallet/connect',
  'POST /api/wallet/prove',
];

const http: HttpApp = await openHttpApp();
const document: ApiDocument = (await http.app.inject('/api/openapi.json')).json();
const ROUTES = operationsOf(document).map(({ name }) => name);
afterAll(() => http.close());

test('the document lists every served route, and nothing else', () => {
  expect(document.openapi).toMatch(/^3\./);
  expect(ROUTES).toEqual(expect.arrayContaining(NEEDED));
  const own = served(http.app.printRoutes({ commonPrefix: false }))
    .filter((name) => !name.startsWith('HEAD') && name.includes(' /api/') && !name.includes('openapi.json'))
    .map((name) => name.replace(/:(\w+)/g, '{$1}'));
  expect(own.sort()).toEqual(ROUTES.toSorted());
});

test.each(ROUTES)('%s documents its input and its answers', (name) => {
  const operation = operationsOf(document).find((candidate) => candidate.name === name);
  expect(operation?.summary).toMatch(/\w/);
  const [, path = ''] = name.split(' ');
  expect(operation?.parameters).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
  expect(operation?.hasBody).toBe(name.startsWith('POST'));
  expect(operation?.answers['200']).toBe(true);
  if (name.startsWith('POST') || path.includes('{')) {
    expect(operation?.answers).toMatchObject({ '4XX': true, '5XX': true });
  }
});

test('the errors of the document are those of the contract', () => {
  const text = JSON.stringify(document);
  for (const code of Object.keys(API_ERRORS)) expect(text).toContain(`"${code}"`);
  const post = document.paths['/api/staking/stake']?.post as {
    responses: Record<string, { content: Record<string, { schema: { properties: object; required: string[] } }> }>;
  };
  const schema = post.responses['4XX']?.content['application/json']?.schema;
  expect(Object.keys(schema?.properties ?? {}).sort()).toEqual(['code', 'message', 'requestId']);
  expect(schema?.required.sort()).toEqual(['code', 'message']);
});

/** "GET /api/config" for every route of the printed tree, in which indentation continues a path. */
function served(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    above.splice(depth, above.length, part);
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${above.join('')}`);
  });
}
