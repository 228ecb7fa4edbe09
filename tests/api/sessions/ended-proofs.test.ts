import { beforeEach, expect, test } from 'vitest';
import { sweepSessions } from '#src/server/platform/sessions/session-store.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { newVisitor, proofText, type Visitor } from '#tests/support/wallet-session.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

onSizedEngines('proofs that have ended (S9)', (open) => {
  const http = anewForEach(open);
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = newVisitor(http.app, () => http.clock.now);
  });
  /** The rights of a person at the browser who names a wallet: the code of the refusal, or null. */
  const refusal = async (wallet = visitor.wallet) => {
    const answer = await visitor.post('/api/privacy/export', { walletAddress: wallet });
    return answer.statusCode === 200 ? null : answer.json().code;
  };
  const stays = async (milliseconds: number) => {
    http.clock.now += milliseconds;
    return (await refusal()) === null;
  };

  test('a session lasts a month from the last day on which its wallet was named, and no longer', async () => {
    await visitor.connect();
    for (const days of [20, 29]) {
      http.clock.now += days * DAY;
      expect(await refusal(), `after ${days} days`).toBe('proof_required');
      await visitor.connect();
    }
    http.clock.now += 30 * DAY;
    expect(await refusal()).toBe('no_wallet_session');
  });

  test('a session remembers how its wallet was connected last', async () => {
    const method = async () =>
      (await visitor.post('/api/privacy/export', { walletAddress: visitor.wallet })).json().sessions[0]
        .connectionMethod;
    await visitor.connect();
    await visitor.prove();
    expect(await method()).toBe('injected');
    await visitor.post('/api/wallet/connect', { walletAddress: visitor.wallet, connectionMethod: 'walletconnect' });
    expect(await method()).toBe('walletconnect');
  });

  test('after a disconnect nobody at the browser acts for the wallet, even if the disconnect is repeated', async () => {
    await visitor.prove();
    expect(await refusal()).toBeNull();
    for (let time = 0; time < 2; time += 1) {
      const answer = await visitor.post('/api/wallet/disconnect', {});
      expect([answer.statusCode, answer.json()]).toEqual([200, { disconnected: true }]);
      expect(await refusal()).toBe('no_wallet_session');
    }
    // Claiming to be that wallet requires a signature.
    expect((await visitor.connect()).json()).toMatchObject({ proven: false });
    expect(await refusal()).toBe('proof_required');
    await visitor.prove();
    expect(await refusal()).toBeNull();
  });

  test('a disconnect ends all proofs of its session, and none of another one', async () => {
    const other = newVisitor(http.app, () => http.clock.now);
    await other.prove();
    const [first, second] = [visitor.wallet, newVisitor(http.app, () => http.clock.now)];
    await visitor.prove();
    // A second wallet in the same browser.
    await second.connect();
    visitor.cookie = '';
    await visitor.prove();
    await visitor.post('/api/wallet/disconnect', {});
    expect((await visitor.connect(first)).json()).toMatchObject({ proven: false });
    expect((await other.post('/api/privacy/export', { walletAddress: other.wallet })).statusCode).toBe(200);
  });

  test('a wallet that signs only after its disconnect proves nothing, whether or not its session was stored', async () => {
    for (const isStored of [true, false]) {
      visitor = newVisitor(http.app, () => http.clock.now);
      if (isStored) await visitor.connect();
      const nonce = await visitor.nonce();
      const message = proofText({ address: visitor.account.address, nonce, now: http.clock.now });
      const signature = await visitor.account.signMessage({ message });
      http.clock.now += 1_000;
      await visitor.post('/api/wallet/disconnect', {});
      expect((await visitor.post('/api/wallet/prove', { message, signature })).statusCode).not.toBe(200);
      expect(await refusal()).toBe('no_wallet_session');
    }
  });

  test('without a session, from another site, or as anything but JSON a disconnect does nothing', async () => {
    expect((await visitor.post('/api/wallet/disconnect', {})).statusCode).toBe(200);
    expect(visitor.cookie).toBe('');
    await visitor.prove();
    const send = (headers: Record<string, string>, payload = '{}') =>
      http.app.inject({
        method: 'POST',
        url: '/api/wallet/disconnect',
        headers: { host: 'localhost:4321', cookie: visitor.cookie, 'content-type': 'application/json', ...headers },
        payload,
      });
    expect((await send({ origin: 'https://evil.example' })).statusCode).toBe(403);
    expect((await send({ 'content-type': 'text/plain' })).statusCode).toBe(415);
    expect(await refusal()).toBeNull();
  });

  test('another wallet makes a proof dormant: it is active again within half an hour, and not later', async () => {
    await visitor.prove();
    const other = newVisitor(http.app, () => http.clock.now).wallet;
    await visitor.connect(other);
    expect(await refusal()).toBe('wrong_wallet');
    http.clock.now += 30 * MINUTE - 1;
    expect((await visitor.connect()).json()).toMatchObject({ proven: true });
    expect(await refusal()).toBeNull();
    await visitor.connect(other);
    http.clock.now += 20 * MINUTE;
    // Naming another wallet again does not restart the half hour.
    await visitor.connect(other);
    http.clock.now += 10 * MINUTE;
    expect((await visitor.connect()).json()).toMatchObject({ proven: false });
    expect(await refusal()).toBe('proof_required');
  });

  test('signing for a second wallet makes the proof of the first dormant as well', async () => {
    await visitor.prove();
    const second = newVisitor(http.app, () => http.clock.now);
    second.cookie = visitor.cookie;
    await second.prove();
    visitor.cookie = second.cookie;
    http.clock.now += 31 * MINUTE;
    expect((await visitor.connect()).json()).toMatchObject({ proven: false });
  });

  test('a proof ends a day after it was last used, and seven days after it was given', async () => {
    await visitor.prove();
    for (let day = 1; day < 7; day += 1) expect(await stays(DAY - HOUR)).toBe(true);
    expect(await stays(DAY - HOUR)).toBe(true);
    expect(await stays(8 * HOUR)).toBe(false);
    expect(await refusal()).toBe('proof_required');
    await visitor.prove();
    expect(await stays(DAY - 1)).toBe(true);
    expect(await stays(DAY)).toBe(false);
  });

  test('expired proofs are swept', async () => {
    await visitor.prove();
    const proofs = () => http.context.db.selectFrom('session_proofs').selectAll().execute();
    await sweepSessions(http.context.db, http.clock.now + DAY - 1);
    expect(await proofs()).toHaveLength(1);
    await sweepSessions(http.context.db, http.clock.now + DAY);
    expect(await proofs()).toHaveLength(0);
  });
});
