import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from '#tests/support/child.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';
import { missingLibrary } from '../../bootstrap/missing-library.mjs';

const folder = sharedFolder();

/** A Node that ends as the loader of Linux ends one without a library. */
function nodeWithout(library: string): string {
  const file = join(folder, library);
  const says = `${file}: error while loading shared libraries: ${library}: cannot open shared object file: No such file`;
  writeFileSync(file, `#!/bin/sh\necho '${says}' >&2\nexit 127\n`, { mode: 0o755 });
  return file;
}

test('a Node without a library names it, and its package if that is known', () => {
  expect(missingLibrary(nodeWithout('libatomic.so.1'))).toMatch(
    /has no libatomic\.so\.1\. .*apt-get install libatomic1\)/,
  );
  expect(missingLibrary(nodeWithout('libother.so.2'))).toMatch(/has no libother\.so\.2\. Install the package/);
  expect(missingLibrary(process.execPath)).toBeNull();
});

test('a command that starts in it ends with that message', async () => {
  const runIn = join(import.meta.dirname, '../../bootstrap/run-in.mjs');
  const call = `runIn(${JSON.stringify(nodeWithout('libatomic.so.1'))}, ${JSON.stringify(folder)}, 'entry.ts', [])`;
  const script = `import { runIn } from ${JSON.stringify(runIn)};\nawait ${call}.catch(({ message }) => console.log(message));`;
  const child = startChild(['--input-type=module', '--eval', script], {});
  expect((await child.ended).code).toBe(127);
  expect(child.output()).toMatch(/apt-get install libatomic1\) and try again\.$/m);
});
