import { describe, expect, it } from 'vitest';
import { explainFailure } from '../../bootstrap/explain-failure.mjs';

describe('a failed installation says why', () => {
  it.each([
    ['npm error code ENOTFOUND\nnpm error network request failed', 'registry cannot be reached'],
    ['npm error code ENOSPC', 'disk is full'],
    ['npm error code EACCES\nnpm error path /a', 'cannot be written'],
    ['npm error code EINTEGRITY', 'does not match the lock file'],
    ['Error: spawn npm ENOENT', 'npm was not found'],
    ['npm error code EUSAGE', 'do not agree'],
    ['something else', 'npm failed'],
  ])('%s', (output, reason) => {
    const message = explainFailure(1, output);
    expect(message).toContain(reason);
    expect(message).toContain(output);
  });
});
