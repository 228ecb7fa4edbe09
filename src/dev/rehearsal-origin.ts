import { isLocalOrigin } from '#src/build/is-local-origin.ts';
import { LOCAL_ORIGIN } from '#src/build/site-env.ts';

/** A rehearsal's origin, if the build would assume another port; null if not, or if the port is not known yet. */
export function rehearsalOrigin(env: {
  readonly HOST: string;
  readonly PORT: number;
  readonly PUBLIC_ORIGIN?: string | undefined;
}): string | null {
  if (env.PUBLIC_ORIGIN !== undefined || env.PORT === 0) return null;
  const origin = `http://${env.HOST}:${env.PORT}`;
  return URL.canParse(origin) && isLocalOrigin(origin) && origin !== LOCAL_ORIGIN ? origin : null;
}
