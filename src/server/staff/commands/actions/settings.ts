import { z } from 'zod';
import { TOKENS } from '#src/config/tokens.ts';
import {
  LIVE_SETTINGS,
  type LiveSetting,
  setLive,
  switchedOffTokens,
} from '#src/server/platform/context/live-settings.ts';
import { StaffRefusal } from '../../auth/refusal.ts';
import { textField } from '../fields.ts';
import { type Commands, defineCommand, defineKind, type Proposals } from '../staff-command.ts';

const MAX_MESSAGE = 300;
/** Every visitor reads the message: one person must not be able to send them, or their money, anywhere. */
const LEADS_ELSEWHERE = /0x[\da-f]{8,}|@|:\/\/|\b[\w-]+\.[a-z]{2,}\b/i;

/** Settings that change while the server runs. */
export const settingCommands: Commands = {
  'set-setting': defineCommand({
    summary: 'Change a setting while the server runs; every value stays in the history. Two managers switch a token on',
    role: 'manager',
    input: z.object({
      key: z.enum(Object.keys(LIVE_SETTINGS) as [LiveSetting, ...LiveSetting[]]).describe('Setting'),
      value: textField(1_000).default(''),
      reason: textField(1_000, 1),
    }),
    subject: ({ key }) => `setting:${key}`,
    run: async ({ tx, actor, now }, { key, value, reason }) => {
      const checked = key === 'switched-off-tokens' ? tokenList(value) : message(value);
      if (key === 'switched-off-tokens') {
        const on = (await switchedOffTokens({ db: tx })).filter((token) => !checked.split(',').includes(token));
        if (on.length > 0)
          throw new StaffRefusal(`One person cannot switch on ${on.join(', ')}: propose it (propose-switch-on-token).`);
      }
      await setLive(tx, key, checked, { reason, by: actor.name, now });
      return `${key} is set.`;
    },
  }),
};

export const settingProposals: Proposals = {
  /** Sells in a payment option again that was switched off (decision 49). */
  'switch-on-token': defineKind({
    label: 'Offer a payment option again',
    input: z.object({ token: textField(40, 1).describe('As chain:token, for example 1:USDT') }),
    subject: ({ token }) => `setting:${token}`,
    prepare: async ({ tx }, { token }) => {
      if (!(await switchedOffTokens({ db: tx })).includes(token))
        throw new StaffRefusal(`${token} is not switched off.`);
    },
    run: async ({ tx, actor, now, proposalId }, { token }) => {
      const left = (await switchedOffTokens({ db: tx })).filter((other) => other !== token);
      await setLive(tx, 'switched-off-tokens', left.join(','), {
        reason: `Proposal ${proposalId}`,
        by: actor.name,
        now,
      });
      return `${token} is offered again.`;
    },
  }),
};

function tokenList(text: string): string {
  const tokens = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const unknown = tokens.find((token) => !TOKENS.some(({ chainId, symbol }) => token === `${chainId}:${symbol}`));
  if (unknown !== undefined) throw new StaffRefusal(`${unknown} is no payment option. They are like 1:USDT.`);
  return [...new Set(tokens)].join(',');
}

function message(text: string): string {
  if (text.length > MAX_MESSAGE) throw new StaffRefusal(`The message has at most ${MAX_MESSAGE} characters.`);
  if (LEADS_ELSEWHERE.test(text)) throw new StaffRefusal('The message names no address, no link and no account.');
  return text;
}
