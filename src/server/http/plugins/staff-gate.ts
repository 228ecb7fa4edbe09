import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { DEVICE_MS } from '../../staff/auth/device.ts';
import { findStaffSession, matchesCsrf, SESSION_MAX_MS, type StaffSession } from '../../staff/auth/sessions.ts';
import { ownOrigin } from './origins.ts';

export interface StaffGate {
  find(request: FastifyRequest): Promise<StaffSession | null>;
  /** Refuses a form from another site: it must come from our own page and carry the session's value. */
  checkForm(request: FastifyRequest, session: StaffSession | null): void;
  setCookie(reply: FastifyReply, token: string): void;
  clearCookie(reply: FastifyReply): void;
  /** The browser's token of an earlier sign-in; empty if there is none. */
  device(request: FastifyRequest): string;
  setDevice(reply: FastifyReply, token: string): void;
}

/** Staff sessions, separate from visitors': another cookie, another table, never sent by another site. */
export function staffGate({ db, env, now }: AppContext): StaffGate {
  const secure = env.PUBLIC_ORIGIN?.startsWith('https://') ?? false;
  const name = secure ? '__Host-synx-staff' : 'synx-staff';
  const deviceName = secure ? '__Host-synx-device' : 'synx-device';
  const cookie = { path: '/', httpOnly: true, secure, sameSite: 'strict' } as const;
  return {
    find: async (request) => {
      const token = request.cookies[name];
      return token === undefined || token.length > 100 ? null : findStaffSession(db, token, now());
    },
    checkForm: (request, session) => {
      const own = ownOrigin(env, request.headers.host)?.origin;
      const { csrf = '' } = (request.body ?? {}) as { csrf?: string };
      if (own === undefined || request.headers.origin !== own) throw new ApiFailure('foreign_origin');
      if (session !== null && !matchesCsrf(session, csrf)) throw new ApiFailure('foreign_origin');
    },
    setCookie: (reply, token) => void reply.setCookie(name, token, { ...cookie, maxAge: SESSION_MAX_MS / 1000 }),
    device: (request) => (request.cookies[deviceName] ?? '').slice(0, 200),
    setDevice: (reply, token) => void reply.setCookie(deviceName, token, { ...cookie, maxAge: DEVICE_MS / 1000 }),
    clearCookie: (reply) => void reply.clearCookie(name, cookie),
  };
}
