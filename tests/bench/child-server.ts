import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface ChildServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Node's own settings of a deployed server (deploy/systemd/, deploy/Dockerfile). */
const AS_DEPLOYED = ['--max-semi-space-size=16'];

/** Starts one of the servers next to this file and waits for the line with its address. */
export async function startChildServer(file: string, argument = ''): Promise<ChildServer> {
  const child = spawn(process.execPath, [...AS_DEPLOYED, new URL(file, import.meta.url).pathname, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('close', (code) => reject(new Error(`${file} exited with ${code}`)));
  });
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
