import { describe, expect, it } from 'vitest';
import { readSiteEnv } from '#src/build/site-env.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/dev/accounts.ts';

const real = {
  RPC_URL_1: 'https://one.example',
  RPC_URL_56: 'https://two.example',
  RPC_URL_137: 'https://three.example',
  PRESALE_ADDRESS: '0x00000000219ab540356cBB839Cbe05303d7705Fa',
  PUBLIC_ORIGIN: 'https://synx.example',
};

describe('readSiteEnv', () => {
  it('is a rehearsal with the development address where nothing is set', () => {
    expect(readSiteEnv({})).toMatchObject({ rehearsal: true, presaleAddress: DEVELOPMENT_PRESALE_ADDRESS });
    expect(readSiteEnv({ RPC_URL_1: '', PRESALE_ADDRESS: '' }).rehearsal).toBe(true);
  });

  it('is for real chains where everything is set', () => {
    expect(readSiteEnv(real)).toMatchObject({ rehearsal: false, presaleAddress: real.PRESALE_ADDRESS });
  });

  it.each(Object.keys(real))('names %s when it alone is missing', (name) => {
    expect(() => readSiteEnv({ ...real, [name]: undefined })).toThrow(`${name}: is missing`);
  });

  it('is never a rehearsal where one real chain or a payment address is set', () => {
    expect(() => readSiteEnv({ RPC_URL_56: real.RPC_URL_56 })).toThrow(
      /RPC_URL_1: is missing[\s\S]*RPC_URL_137: is missing/,
    );
    expect(() => readSiteEnv({ PRESALE_ADDRESS: real.PRESALE_ADDRESS })).toThrow(/RPC_URL_1: is missing/);
  });

  it('has a bridge only with a project at Reown, and then its relay', () => {
    const PUBLIC_REOWN_PROJECT_ID = 'ab'.repeat(16);
    const PUBLIC_REOWN_RELAY_URL = 'wss://relay.example';
    expect(readSiteEnv({ PUBLIC_REOWN_RELAY_URL }).bridge).toBeNull();
    expect(readSiteEnv({ PUBLIC_REOWN_PROJECT_ID }).bridge).toEqual({ relayUrl: 'wss://relay.walletconnect.org' });
    expect(readSiteEnv({ PUBLIC_REOWN_PROJECT_ID, PUBLIC_REOWN_RELAY_URL }).bridge?.relayUrl).toBe(
      'wss://relay.example',
    );
    expect(() => readSiteEnv({ PUBLIC_REOWN_PROJECT_ID: 'mine' })).toThrow('PUBLIC_REOWN_PROJECT_ID: must be the 32');
  });

  it('lists every value that is not right', () => {
    expect(() => readSiteEnv({ ...real, PRESALE_ADDRESS: '0x12', PUBLIC_ORIGIN: 'here' })).toThrow(
      /PRESALE_ADDRESS: must be 0x[\s\S]*PUBLIC_ORIGIN: must be/,
    );
    expect(() => readSiteEnv({ PUBLIC_SUPPORT_EMAIL: '{email}' })).toThrow('PUBLIC_SUPPORT_EMAIL: must be an e-mail');
  });
});
