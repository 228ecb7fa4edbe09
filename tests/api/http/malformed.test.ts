import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { apiErrorSchema } from '#src/contract/errors.ts';
import { GOOD_FIELDS, malformed } from '#tests/support/malformed.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { operationsOf } from '#tests/support/operations.ts';
import { sized } from '#tests/support/sized.ts';

const PER_ROUTE = sized(200, 40);
const AT_ONCE = 20;
/** A crowd takes seconds on a quiet machine and minutes on a busy one. */
const PATIENCE_MS = 300_000;
/** Content that must never reach a visitor: stack frames, paths, SQL, names of packages. */
const INTERNAL = /\bat .+:\d+:\d+|node_modules|\/src\/|node:|sqlite|postgres|select |insert |FST_|Zod|kysely/i;

onSizedEngines('malformed input', (open) => {
  const http = onceForAll(() =>
    open({
      contentDirectory: 'tests/api/services/content',
      log: (line) => errors.push(...(JSON.parse(line).level >= 50 ? [line] : [])),
    }),
  );
  const errors: string[] = [];

  test(`${PER_ROUTE} malformed requests per route: no 5xx, no trace, every error is {code, message}`, {
    tags: 'long',
    timeout: PATIENCE_MS,
  }, async () => {
    const operations = operationsOf((await http.app.inject('/api/openapi.json')).json());
    const wrong: string[] = [];
    const tell = (line: string) => wrong.length < 20 && wrong.push(line);
    const seen: Record<number, number> = {};
    const send = async (request: InjectOptions) => {
      const answer = await http.app.inject(request);
      seen[answer.statusCode] = (seen[answer.statusCode] ?? 0) + 1;
      const told = `${request.method} ${String(request.url).slice(0, 80)} ${String(request.payload ?? '').slice(0, 200)} → ${answer.statusCode} ${answer.body.slice(0, 200)}`;
      if (answer.statusCode >= 500) tell(told);
      else if (answer.statusCode >= 400 && request.method !== 'HEAD') {
        const shaped = apiErrorSchema.strict().safeParse(safeJson(answer.body)).success;
        if (!shaped || INTERNAL.test(answer.body)) tell(told);
      }
    };
    for (const [position, operation] of operations.entries()) {
      const requests = malformed(operation, PER_ROUTE, position + 1);
      for (let start = 0; start < requests.length; start += AT_ONCE)
        await Promise.all(requests.slice(start, start + AT_ONCE).map(send));
    }
    expect(wrong).toEqual([]);
    expect(errors).toEqual([]);
    expect(seen[400]).toBeGreaterThan(300);
    expect(seen[404]).toBeGreaterThan(200);
    expect(seen[413]).toBeGreaterThan(0);
    expect(seen[415]).toBeGreaterThan(10);
  });

  test.each(['\u0000', 'a\u0000b', '\ud800', '\udc00x', '𝕏', '\u202e', ''])(
    'the text %j in any field of a purchase causes no internal error',
    async (text) => {
      const fields = ['termsVersion', 'paymentMethod', 'status', 'phase', 'usdAmount', 'tokenAmount', 'ethAmount'];
      for (const [position, field] of fields.entries()) {
        const answer = await http.app.inject({
          method: 'POST',
          url: '/api/presale/purchase',
          payload: {
            walletAddress: `0x${'5'.repeat(40)}`,
            transactionHash: `0x${position}${text.length}${Buffer.from(text, 'utf16le').toString('hex').padEnd(62, 'e')}`,
            [field]: text,
          },
        });
        expect([200, 400], `${field}: ${answer.body}`).toContain(answer.statusCode);
      }
    },
  );

  test('half of a character in any field of any call is an ordinary text or a refusal [X1]', {
    tags: 'long',
  }, async () => {
    const operations = operationsOf((await http.app.inject('/api/openapi.json')).json());
    const sent: string[] = [];
    const failed: string[] = [];
    for (const { method, path, name, fields } of operations.filter(({ hasBody }) => hasBody)) {
      const good = Object.fromEntries(
        fields.flatMap((field) => (field in GOOD_FIELDS ? [[field, GOOD_FIELDS[field]]] : [])),
      );
      for (const field of [...fields, 'other'])
        for (const half of [
          '"\\ud800"',
          '"a\\udc00b"',
          '{"\\udfff":["\\ud800"]}',
          `${good[field]?.slice(0, -1)}\\ud83d"`,
        ]) {
          const body = Object.entries({ ...good, [field]: half }).map(([key, value]) => `"${key}":${value}`);
          const headers = { 'content-type': 'application/json', cookie: 'synx=\ud800' };
          const answer = await http.app.inject({ method, url: path, headers, payload: `{${body.join(',')}}` });
          sent.push(name);
          if (answer.statusCode >= 500) failed.push(`${name} ${field}: ${half} → ${answer.statusCode} ${answer.body}`);
        }
    }
    expect(failed).toEqual([]);
    expect(errors).toEqual([]);
    expect(new Set(sent).size).toBeGreaterThan(20);
    expect(sent.length).toBeGreaterThan(300);
  });

  test('none of it left a trace: prototypes are clean, the books sound, no wallet is connected', async () => {
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    await http.checkLedger();
    expect((await http.app.inject('/api/ready')).json()).toMatchObject({ database: true, ledger: true });
    expect(await http.context.db.selectFrom('stakes').selectAll().execute()).toEqual([]);
    expect(await http.context.db.selectFrom('session_proofs').selectAll().execute()).toEqual([]);
    expect(await http.context.db.selectFrom('payments').selectAll().execute()).toEqual([]);
  });
});

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
