import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Adds the rehearsal wallet and its fault panel to every page of a build for local chains, and to no other build. */
export function rehearsalWallet(rehearsal: boolean): AstroIntegration {
  return {
    name: 'synx-rehearsal-wallet',
    hooks: {
      'astro:config:setup': ({ injectScript }) => {
        if (!rehearsal) return;
        const entry = fileURLToPath(new URL('../dev/rehearsal-wallet/main.ts', import.meta.url));
        injectScript('page', `import ${JSON.stringify(entry)};`);
      },
    },
  };
}
