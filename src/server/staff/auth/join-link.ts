import type { Env } from '#src/server/platform/env/env.ts';

/** Where an invited person creates their account. */
export function joinLink({ PUBLIC_ORIGIN, PORT }: Pick<Env, 'PUBLIC_ORIGIN' | 'PORT'>, token: string): string {
  return `${PUBLIC_ORIGIN ?? `http://localhost:${PORT}`}/staff/join?token=${token}`;
}
