import { expect, it } from 'vitest';
import { readDist } from './support/dist.ts';

const dist = readDist(`${process.cwd()}/dist`);

it('[S16] the built site has no file of the staff desk and no mention of its address', () => {
  expect(dist.files.filter((file) => /staff|desk\.(?:css|js)/.test(file))).toEqual([]);
  const texts = dist.files.filter((file) => /\.(?:html|js|css|json|xml|txt|webmanifest|svg)$|^_\w+$/.test(file));
  expect(texts.length).toBeGreaterThan(100);
  for (const file of texts)
    expect(/\/staff\b|synx-staff|SYNX staff|approve-submission/.test(dist.text(file)), file).toBe(false);
});
