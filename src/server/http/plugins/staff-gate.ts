import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { DEVICE_MS } from '../../staff/auth/device.ts';
import { findStaffSession, matchesCsrf, SESSION_MAX_MS, type StaffSession } from '../../staff/auth/sessions.ts';
import { ownOrigin } from './origins.ts';

export type StaffGate = ReturnType<typeof staffGate>;

/** Staff sessions, separate from visitors': another cookie, another table, never sent by another site. */
export function staffGate({ db, env, now }: AppContext) {
  const secure = env.PUBLIC_ORIGIN?.startsWith('https://') ?? false;
  const name = secure ? '__Host-synx-staff' : 'synx-staff';
  const deviceName = secure ? '__Host-synx-device' : 'synx-device';
  const cookie = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
  return {
    find: async (request: FastifyRequest) => {
      const token = request.cookies[name];
      return token === undefined || token.length > 100 ? null : findStaffSession(db, token, now());
    },
    /** Refuses a form from another site: it must come from our own page and carry the session's value. */
    checkForm: (request: FastifyRequest, session: StaffSession | null) => {
      const own = ownOrigin(env, request.headers.host)?.origin;
      const { csrf = '' } = (request.body ?? {}) as { csrf?: string };
      if (own === undefined || request.headers.origin !== own) throw new ApiFailure('foreign_origin');
      if (session !== null && !matchesCsrf(session, csrf)) throw new ApiFailure('foreign_origin');
    },
    setCookie: (reply: FastifyReply, token: string) =>
      void reply.setCookie(name, token, { ...cookie, maxAge: SESSION_MAX_MS / 1000 }),
    /** The browser's token of an earlier sign-in; empty if there is none. */
    device: (request: FastifyRequest) => (request.cookies[deviceName] ?? '').slice(0, 200),
    setDevice: (reply: FastifyReply, token: string) =>
      void reply.setCookie(deviceName, token, { ...cookie, maxAge: DEVICE_MS / 1000 }),
    clearCookie: (reply: FastifyReply) => void reply.clearCookie(name, cookie),
  };
}
