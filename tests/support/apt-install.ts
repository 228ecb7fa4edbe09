import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** Debian runs this file before it starts the service of a package just installed. */
const POLICY = '/usr/sbin/policy-rc.d';

/**
 * Installs Debian packages without starting a service; needs root.
 * @throws Error with the last lines of apt-get when it fails
 */
export function aptInstall(packages: readonly string[]): void {
  const guarded = !existsSync(POLICY);
  // 101: "action forbidden by policy".
  if (guarded) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    // A partly failed update is no reason to stop: the known packages may be enough for the installation.
    apt(['update', '-q']);
    const { status, output } = apt(['install', '-y', '-q', '--no-install-recommends', ...packages]);
    if (status !== 0) throw new Error(`apt-get install ${packages.join(' ')} failed:\n${output}`);
  } finally {
    if (guarded) rmSync(POLICY, { force: true });
  }
}

function apt(args: readonly string[]): { status: number | null; output: string } {
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2'];
  const { status, stdout, stderr } = spawnSync('apt-get', [...options, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 15 * 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: `${stdout}${stderr}`.trim().split('\n').slice(-8).join('\n') };
}
