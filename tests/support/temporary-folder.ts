import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const newFolder = () => mkdtempSync(join(tmpdir(), 'synx-test-'));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** An empty folder that the tests of a file or a block share, gone after them. */
export function sharedFolder(): string {
  const folder = newFolder();
  afterAll(() => remove(folder));
  return folder;
}

/** One of a single test, gone when it ends. */
export function folderOfTest(): string {
  const folder = newFolder();
  onTestFinished(() => remove(folder));
  return folder;
}
