import type { AstroIntegration } from 'astro';

const NAMES = ['deferred', 'intent', 'payments', 'toast'] as const;

/** Adds the site's own `client:` directives. */
export function directives(): AstroIntegration {
  return {
    name: 'synx-directives',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        for (const name of NAMES) {
          addClientDirective({ name, entrypoint: new URL(`./directives/${name}.ts`, import.meta.url).pathname });
        }
      },
    },
  };
}
