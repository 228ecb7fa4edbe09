import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inLanes } from '#tests/run/lanes.ts';

interface Stage {
  readonly name: string;
  readonly lane?: 'aside' | 'alone';
}

const LONG: Stage = { name: 'long', lane: 'aside' };
const NEXT: Stage = { name: 'next', lane: 'aside' };
const QUICK: Stage = { name: 'quick' };
const WHOLE: Stage = { name: 'whole', lane: 'alone' };

/** Runs stages, those aside ending when they are let; returns what began and ended. */
function play(stages: readonly Stage[], fail?: string) {
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const whole = inLanes(stages, async ({ name }, isAside) => {
    events.push(`${name} begins${isAside ? ' aside' : ''}`);
    if (isAside) await new Promise<void>((resolve) => ends.set(name, resolve));
    events.push(`${name} ends`);
    if (name === fail) throw new Error(name);
  });
  return { events, whole, end: (name: string) => ends.get(name)?.() };
}

describe('lanes of stages', () => {
  it('lets others go on beside what runs aside, and waits with what needs the machine for itself', async () => {
    const { events, whole, end } = play([LONG, NEXT, QUICK, WHOLE]);
    await setImmediate();
    expect(events).toEqual(['long begins aside', 'quick begins', 'quick ends']);
    end('long');
    await setImmediate();
    expect(events.slice(3)).toEqual(['long ends', 'next begins aside']);
    end('next');
    await whole;
    expect(events.slice(5)).toEqual(['next ends', 'whole begins', 'whole ends']);
  });

  it('runs in order what has nothing beside it', async () => {
    const { events, whole } = play([LONG, WHOLE]);
    await whole;
    expect(events).toEqual(['long begins', 'long ends', 'whole begins', 'whole ends']);
  });

  it('fails with what failed, once all that was begun has ended', async () => {
    const { events, whole, end } = play([LONG, QUICK], 'quick');
    const failed = expect(whole).rejects.toThrow('quick');
    await setImmediate();
    end('long');
    await failed;
    expect(events).toContain('long ends');
    await expect(play([QUICK, WHOLE], 'whole').whole).rejects.toThrow('whole');
  });
});
