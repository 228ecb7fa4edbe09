import { getContractAddress } from 'viem';
import { describe, expect, it } from 'vitest';
import { readSiteEnv } from '#src/build/site-env.ts';
import { DEVELOPMENT_PRESALE_ADDRESS, REHEARSAL_DEPLOYER } from '#src/config/development-accounts.ts';

const site = { PRESALE_ADDRESS: '0x00000000219ab540356cBB839Cbe05303d7705Fa', PUBLIC_ORIGIN: 'https://synx.example' };
const server = {
  RPC_URL_1: 'https://one.example',
  RPC_URL_56: 'https://two.example',
  RPC_URL_137: 'https://three.example',
  PRESALE_START_BLOCK_1: '1',
  PRESALE_START_BLOCK_56: '1',
  PRESALE_START_BLOCK_137: '1',
};
const real = { ...server, ...site };

function missingIn(env: Record<string, string | undefined>): string[] {
  try {
    readSiteEnv(env);
  } catch (error) {
    return [...String(error).matchAll(/^([A-Z0-9_]+): is missing/gm)].map(([, name = '']) => name);
  }
  return [];
}

describe('readSiteEnv', () => {
  it('is a rehearsal with the development address if nothing is set', () => {
    expect(readSiteEnv({})).toMatchObject({ rehearsal: true, presaleAddress: DEVELOPMENT_PRESALE_ADDRESS });
    const unfilled = Object.fromEntries(Object.keys(real).map((name) => [name, '']));
    expect(readSiteEnv(unfilled).rehearsal).toBe(true);
  });

  it('is for real chains if everything is set', () => {
    expect(readSiteEnv(real)).toMatchObject({ rehearsal: false, presaleAddress: real.PRESALE_ADDRESS });
  });

  it('is for real chains with only the public half, on a machine that need not know the nodes', () => {
    expect(readSiteEnv({ ...site, RPC_URL_1: '' })).toMatchObject({ rehearsal: false, origin: site.PUBLIC_ORIGIN });
  });

  it.each(Object.keys(real))('names %s when only that is missing', (name) => {
    expect(missingIn({ ...real, [name]: undefined })).toEqual([name]);
    expect(missingIn({ ...real, [name]: '' })).toEqual([name]);
  });

  it.each(Object.keys(real).filter((name) => name !== 'PUBLIC_ORIGIN'))(
    'is never a rehearsal if %s is set: the missing settings are named',
    (name) => {
      const lacking = name in site ? ['PUBLIC_ORIGIN'] : Object.keys(real).filter((other) => other !== name);
      expect(missingIn({ [name]: real[name as keyof typeof real] }).sort()).toEqual(lacking.sort());
    },
  );

  it('refuses an address with a mistyped letter', () => {
    const mistyped = site.PRESALE_ADDRESS.replace('cBB8', 'cbB8');
    expect(() => readSiteEnv({ ...site, PRESALE_ADDRESS: mistyped })).toThrow('PRESALE_ADDRESS: has a wrong checksum');
  });

  it('keeps only the origin of PUBLIC_ORIGIN', () => {
    expect(readSiteEnv({ ...site, PUBLIC_ORIGIN: 'https://synx.example/' }).origin).toBe('https://synx.example');
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

  it('names an operator with a registered office, or nobody', () => {
    const named = { PUBLIC_OPERATOR_NAME: 'Example AG', PUBLIC_OPERATOR_OFFICE: 'Example Street 1, Zug' };
    expect(readSiteEnv(named).settings).toMatchObject(named);
    expect(missingIn({ PUBLIC_OPERATOR_NAME: 'Example AG' })).toEqual(['PUBLIC_OPERATOR_OFFICE']);
    expect(missingIn({ PUBLIC_OPERATOR_OFFICE: 'Example Street 1, Zug' })).toEqual(['PUBLIC_OPERATOR_NAME']);
    expect(missingIn({ PUBLIC_OPERATOR_REGISTER: 'CHE-1' })).toEqual([
      'PUBLIC_OPERATOR_NAME',
      'PUBLIC_OPERATOR_OFFICE',
    ]);
    expect(() => readSiteEnv({ ...named, PUBLIC_OPERATOR_NAME: '<b>AG' })).toThrow('PUBLIC_OPERATOR_NAME: must be one');
  });

  it('offers a claim on real chains only with the hash of an audit and a purpose for every token', () => {
    const claims = `137:0x${'c'.repeat(40)}:0x${'d'.repeat(40)}`;
    const audited = { ...real, PUBLIC_CLAIMS: claims, PUBLIC_CLAIMS_AUDIT: `0x${'a1'.repeat(32)}` };
    const line = (amount: string) => ({ purpose: 'Presale', address: site.PRESALE_ADDRESS, amount });
    const table = [line('1000000000'), line('110000000')];
    expect(readSiteEnv(audited, table).claims).toBe(claims);
    expect(() => readSiteEnv({ ...audited, PUBLIC_CLAIMS_AUDIT: '' }, table)).toThrow(
      'PUBLIC_CLAIMS_AUDIT: is missing',
    );
    expect(() => readSiteEnv(audited)).toThrow(
      'PUBLIC_CLAIMS: needs a complete content/supply.json: it sums to 0 SYNX',
    );
    expect(() => readSiteEnv(audited, table.slice(1))).toThrow('it sums to 110000000 SYNX instead of 1110000000');
    for (const broken of [{ ...line('1'), address: '' }, { ...line('1'), purpose: ' ' }, line('0'), null])
      expect(() => readSiteEnv(audited, [...table, broken])).toThrow('needs a complete content/supply.json: ');
    for (const wrong of ['137', `137:${site.PRESALE_ADDRESS}`, claims.replace('137', '5'), `${claims}:1`])
      expect(() => readSiteEnv({ ...audited, PUBLIC_CLAIMS: wrong }, table)).toThrow('PUBLIC_CLAIMS: must be chainId');
    expect(readSiteEnv(real).claims).toBe('');
  });

  it.each(['http://mirror.example/', 'https://mirror.example', 'https://a.example/  https://b.example/', 'here'])(
    'names no mirror %j of the list',
    (PUBLIC_LIST_MIRRORS) => {
      expect(() => readSiteEnv({ PUBLIC_LIST_MIRRORS })).toThrow('PUBLIC_LIST_MIRRORS: must be https addresses');
    },
  );

  it('claims in a rehearsal what its account deploys first and second', () => {
    const [token, contract] = [0n, 1n].map((nonce) => getContractAddress({ from: REHEARSAL_DEPLOYER, nonce }));
    expect(readSiteEnv({}).claims).toBe(`56:${contract}:${token}`.toLowerCase());
  });

  it('lists every invalid value', () => {
    expect(() => readSiteEnv({ ...real, PRESALE_ADDRESS: '0x12', PUBLIC_ORIGIN: 'here' })).toThrow(
      /PRESALE_ADDRESS: must be an address[\s\S]*PUBLIC_ORIGIN: must be/,
    );
    expect(() => readSiteEnv({ PUBLIC_SUPPORT_EMAIL: '{email}' })).toThrow('PUBLIC_SUPPORT_EMAIL: must be an e-mail');
  });
});
