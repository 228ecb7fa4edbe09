import { createRequire } from 'node:module';
import { ChainStartError } from './chain-start-error.ts';

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Finds the chain program that npm installed for this platform. Not the package's wrapper script, which leaves the
 * chain running when it is killed. Throws ChainStartError if the platform has no program.
 */
export function anvilBinary(
  platform: NodeJS.Platform = process.platform,
  arch: NodeJS.Architecture = process.arch,
): string {
  const name = `@foundry-rs/anvil-${platform}-${ARCHITECTURES[arch] ?? arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
    return require.resolve(`${name}/bin/anvil`);
  } catch {
    throw new ChainStartError(
      'failed',
      `local chains need the npm package ${name}, which is not installed or does not exist for this platform`,
    );
  }
}
