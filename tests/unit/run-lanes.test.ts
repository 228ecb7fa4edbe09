import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inLanes } from '#tests/run/lanes.ts';

interface Stage {
  readonly name: string;
  readonly lane?: 'aside';
  readonly after?: string;
}

const LONG: Stage = { name: 'long', lane: 'aside' };
const NEXT: Stage = { name: 'next', lane: 'aside', after: 'build' };
const QUICK: Stage = { name: 'quick' };
const BUILD: Stage = { name: 'build' };

/** Runs stages that end on request; returns which began and ended. */
function play(stages: readonly Stage[], { fails }: { fails?: string } = {}) {
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const whole = inLanes(stages, async ({ name }, isAside) => {
    events.push(`${name} begins${isAside ? ' aside' : ''}`);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    events.push(`${name} ends`);
    if (name === fails) throw new Error(name);
  });
  const end = async (name: string) => {
    ends.get(name)?.();
    await setImmediate();
  };
  return { events, whole, end };
}

describe('lanes of stages', () => {
  it('runs the main lane while a side lane is busy', async () => {
    const { events, whole, end } = play([LONG, QUICK, BUILD]);
    expect(events).toEqual(['long begins aside', 'quick begins']);
    await end('quick');
    expect(events.slice(2)).toEqual(['quick ends', 'build begins']);
    await end('build');
    await end('long');
    await whole;
    expect(events.slice(4)).toEqual(['build ends', 'long ends']);
  });

  it('keeps a stage until the one that it needs has ended, if that one runs', async () => {
    const { events, whole, end } = play([LONG, NEXT, QUICK, BUILD]);
    await end('long');
    await end('quick');
    expect(events.slice(2)).toEqual(['long ends', 'quick ends', 'build begins']);
    await end('build');
    expect(events.slice(5)).toEqual(['build ends', 'next begins aside']);
    await end('next');
    await whole;
    const alone = play([NEXT, QUICK]);
    await alone.end('quick');
    expect(alone.events).toEqual(['quick begins', 'next begins aside', 'quick ends']);
    await alone.end('next');
    await alone.whole;
  });

  it('has the main lane take the last of the stages that are left aside', async () => {
    const { events, whole, end } = play([LONG, { ...LONG, name: 'other' }, NEXT, BUILD]);
    await end('build');
    expect(events.slice(2)).toEqual(['build ends', 'next begins']);
    await end('long');
    expect(events.slice(4)).toEqual(['long ends', 'other begins aside']);
    await end('next');
    await end('other');
    await whole;
  });

  it('runs a side part in order when nothing else could run meanwhile', async () => {
    const { events, whole, end } = play([LONG, { ...LONG, name: 'other' }]);
    await end('long');
    await end('other');
    await whole;
    expect(events).toEqual(['long begins', 'long ends', 'other begins', 'other ends']);
  });

  it('fails with the first failure, once every started stage has ended', async () => {
    const { events, whole, end } = play([LONG, NEXT, QUICK, BUILD], { fails: 'quick' });
    const failed = expect(whole).rejects.toThrow('quick');
    await end('quick');
    expect(events).not.toContain('build begins');
    await end('long');
    await end('next');
    await failed;
    expect(events.slice(-2)).toEqual(['next begins aside', 'next ends']);
  });
});
