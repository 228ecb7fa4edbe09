import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findProgram } from '#tests/support/find-program.ts';
import { isDebianRoot } from '#tests/support/is-debian-root.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Also boots where the host still has the first version of control groups. */
const BOOT = ['SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1', 'systemd.unified_cgroup_hierarchy=0'];
const BOOTED_MS = 60_000;
const POLL_MS = 500;

/** A Debian that has just been installed, running with its own systemd and the network of this machine. */
export interface Machine {
  /** Runs commands in one shell of root, with their output; answers whether all of them succeeded. */
  run(script: string): Promise<boolean>;
  /** A file of it, for reading. */
  path(name: string): string;
  stop(): Promise<void>;
}

/** The source, as an operator would clone it. */
export const REPOSITORY = '/srv/synx.git';

/** Installs a Debian into a folder of its name, which is kept for the next time; returns the folder. */
export function installDebian(suite: string, home: string): string {
  for (const [name, of] of [
    ['debootstrap', 'debootstrap'],
    ['systemd-nspawn', 'systemd-container'],
  ] as const) {
    const program = findProgram(name, [of]);
    if ('unavailable' in program) throw new Error(program.unavailable);
  }
  const folder = join(home, `${suite}-fresh`);
  if (existsSync(join(folder, 'installed'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const packages = '--include=systemd,systemd-sysv,dbus';
  execFileSync('debootstrap', ['--variant=minbase', packages, suite, folder], { stdio: 'pipe' });
  // A network of tests may have its own authority.
  cpSync('/usr/local/share/ca-certificates', join(folder, 'usr/local/share/ca-certificates'), { recursive: true });
  writeFileSync(join(folder, 'installed'), '');
  return folder;
}

/** Boots a Debian that has just been installed, with this project's source in it. */
export async function bootMachine(suite: string, home: string): Promise<Machine | { unavailable: string }> {
  if (!isDebianRoot()) return { unavailable: 'only root on Debian can install and boot another Debian' };
  const fresh = installDebian(suite, home);
  const root = join(home, suite);
  rmSync(root, { recursive: true, force: true });
  execFileSync('cp', ['-a', '--reflink=auto', fresh, root]);
  execFileSync('git', ['clone', '-q', '--bare', '--no-local', ROOT, join(root, REPOSITORY)], { stdio: 'pipe' });
  // The branch of this folder, whatever its name, is what an operator knows as main.
  const git = (...args: string[]) => execFileSync('git', ['-C', join(root, REPOSITORY), ...args], { stdio: 'pipe' });
  git('branch', '--force', '--no-track', 'main', 'HEAD');
  git('symbolic-ref', 'HEAD', 'refs/heads/main');
  appendFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost example.org\n');
  cpSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true });
  const options = ['--register=no', '--keep-unit', '--quiet', '--resolv-conf=off', '--console=pipe'];
  const nspawn = spawn('systemd-nspawn', [...options, '-D', root, '--boot', ...BOOT], {
    stdio: 'ignore',
  });
  const gone = once(nspawn, 'exit');
  const inside = await leaderOf(nspawn.pid ?? 0);
  const enter = ['--target', String(inside), '--mount', '--uts', '--ipc', '--pid', '--root', '--wd'];
  const shell = ['env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin', 'HOME=/root', 'TERM=dumb'];
  const run = async (script: string, stdio: 'inherit' | 'ignore' = 'inherit') => {
    const child = spawn('nsenter', [...enter, ...shell, 'bash', '-e', '-c', script], {
      stdio: ['ignore', stdio, stdio],
    });
    const [code] = await once(child, 'exit');
    return code === 0;
  };
  await until(() => run('systemctl is-active -q multi-user.target', 'ignore'), BOOTED_MS);
  return {
    run: (script) => run(script),
    path: (name) => join(root, name),
    stop: async () => {
      await run('systemctl --no-block poweroff', 'ignore');
      await gone;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The first process of the container, which is systemd. */
async function leaderOf(pid: number): Promise<number> {
  let leader = 0;
  await until(() => {
    const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    leader = Number(child);
    return leader > 0 && readFileSync(`/proc/${leader}/comm`, 'utf8').trim() === 'systemd';
  }, BOOTED_MS);
  return leader;
}

async function until(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('the machine does not boot');
    await setTimeout(POLL_MS);
  }
}
