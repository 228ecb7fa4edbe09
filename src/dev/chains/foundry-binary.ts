import { createRequire } from 'node:module';
import { ChainStartError } from './chain-start-error.ts';

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Foundry's program itself: the package's wrapper leaves a chain running when it is killed. Throws ChainStartError. */
export function foundryBinary(
  program: 'anvil' | 'forge',
  platform: NodeJS.Platform = process.platform,
  arch: NodeJS.Architecture = process.arch,
): string {
  const name = `@foundry-rs/${program}-${platform}-${ARCHITECTURES[arch] ?? arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve(`@foundry-rs/${program}/package.json`));
    return require.resolve(`${name}/bin/${program}`);
  } catch {
    throw new ChainStartError(
      'failed',
      `local chains need the npm package ${name}, which is not installed or does not exist for this platform`,
    );
  }
}
