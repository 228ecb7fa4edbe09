import { expect, test } from 'vitest';
import { hideAddresses } from '#src/server/platform/util/hide-addresses.ts';

test.each([
  ['URL: https://eth.example/v2/s3cret', 'URL: https://eth.example/…'],
  ['"https://eth.example:8545/?key=s3cret"', '"https://eth.example:8545/…"'],
  ['at wss://user:s3cret@node.example, then', 'at wss://node.example/…, then'],
  ['postgres://synx:s3cret@10.0.0.1:5432/synx is gone', 'postgres://10.0.0.1:5432/… is gone'],
  ['amqp://synx:s3cret@10.0.0.1/queue', 'amqp://10.0.0.1/…'],
  ['smtps://a@b:s3cret@mail.example/', 'smtps://mail.example/…'],
  ['https://one.example/ and http://127.0.0.1:8545', 'https://one.example/ and http://127.0.0.1:8545'],
  ['file:///srv/synx/src/start.ts:3:1', 'file:///srv/synx/src/start.ts:3:1'],
])('%s', (text, shown) => expect(hideAddresses(text)).toBe(shown));
