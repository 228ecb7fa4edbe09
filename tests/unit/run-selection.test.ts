import { describe, expect, it } from 'vitest';
import { selectStages } from '#tests/run/select-stages.ts';

const ALL = [{ name: 'check' }, { name: 'unit' }, { name: 'build' }, { name: 'e2e', after: 'build' }];

describe('npm test', () => {
  it('runs everything in order when nothing is named', () => {
    expect(selectStages([], ALL, true)).toMatchObject({ stages: ['check', 'unit', 'build', 'e2e'], rest: [] });
  });

  it('runs the named stages, in its own order', () => {
    expect(selectStages(['e2e', 'unit'], ALL, true).stages).toEqual(['unit', 'e2e']);
  });

  it('builds first when there is nothing built to test', () => {
    expect(selectStages(['e2e'], ALL, false).stages).toEqual(['build', 'e2e']);
    expect(selectStages(['unit'], ALL, false).stages).toEqual(['unit']);
  });

  it('passes on the arguments after the first option or two dashes', () => {
    expect(selectStages(['unit', '-t', 'a name'], ALL, true)).toEqual({
      stages: ['unit'],
      rest: ['-t', 'a name'],
      changed: false,
    });
    expect(selectStages(['unit', '--', 'quote'], ALL, true)).toEqual({
      stages: ['unit'],
      rest: ['quote'],
      changed: false,
    });
  });

  it('leaves the choice of stages to the change, if only that is requested', () => {
    expect(selectStages(['changed', '--', 'x'], ALL, true)).toEqual({ stages: [], rest: ['x'], changed: true });
    expect(() => selectStages(['unit', 'changed'], ALL, true)).toThrow('No stage changed');
  });

  it('names the existing stages when one is misspelt', () => {
    expect(() => selectStages(['untit'], ALL, true)).toThrow(
      'No stage untit. The stages are: check unit build e2e; or, alone, changed',
    );
  });
});
