import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { API_ERRORS } from '#src/contract/errors.ts';
import { openAlarms } from '#src/server/platform/alerts/alarms.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import {
  failuresOf,
  findInvitation,
  type Invitation,
  join,
  openInvitation,
  signIn,
} from '../../staff/auth/accounts.ts';
import { mayAct } from '../../staff/auth/actor.ts';
import { deviceToken } from '../../staff/auth/device.ts';
import { StaffRefusal } from '../../staff/auth/refusal.ts';
import { closeStaffSession, leaveNotice, openStaffSession, type StaffSession } from '../../staff/auth/sessions.ts';
import { execute } from '../../staff/commands/execute.ts';
import { findCommand } from '../../staff/commands/staff-commands.ts';
import { DESK_HEADERS, sendDeskPage } from '../../staff/desk/desk-page.ts';
import { joinPage, menuOf, problemBody, screenBody, signInPage } from '../../staff/desk/desk-pages.ts';
import { loadScreen, SCREENS } from '../../staff/desk/screens.ts';
import { countCaller, countUse } from '../caller-limits.ts';
import { type StaffGate, staffGate } from '../plugins/staff-gate.ts';

/** Tries to sign in or to use an invitation, per hour and address. */
const TRIES = 30;
/** Tries of a known browser per hour. */
const DEVICE_TRIES = { what: 'staff-device', max: 20, windowMs: 3_600_000 } as const;
/** After this many failed attempts for one name, an alarm opens. */
const RINGING = 20;
const ASSETS = { 'desk.css': 'text/css; charset=utf-8', 'desk.js': 'text/javascript; charset=utf-8' } as const;

type Fields = Readonly<Record<string, string | undefined>>;

/** The staff desk, with its own cookie, policy and log; nothing of it is in the built site or the API document. */
export const staffRoutes: FastifyPluginAsync<{ context: AppContext }> = async (app, { context }) => {
  // A fast reviewer sends more than a visitor; callers without a session are counted per hour below.
  const config = { rateLimit: { max: context.env.RATE_LIMIT_READS } };
  const desk = { context, gate: staffGate(context), config };
  deskAnswers(app);
  signInRoutes(app, desk);
  joinRoutes(app, desk);
  screenRoutes(app, desk);
  actionRoute(app, desk);
};

/** What the desk's routes share. */
interface Desk {
  readonly context: AppContext;
  readonly gate: StaffGate;
  readonly config: { readonly rateLimit: { readonly max: number } };
}

/** Not in the API document. */
const schema = { hide: true };

/** Parses forms, sets headers, and answers refusals with pages. */
function deskAnswers(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(DESK_HEADERS);
    // Origins that may call the API have no access here.
    reply.removeHeader('access-control-allow-origin');
    reply.removeHeader('access-control-allow-credentials');
  });
  app.setErrorHandler((error: FastifyError | ApiFailure, request, reply) => {
    if (!(error instanceof ApiFailure) && (error.statusCode ?? 500) >= 500) throw error;
    const status = error.statusCode ?? 400;
    const text = error instanceof ApiFailure ? error.message : API_ERRORS.invalid_request.message;
    return sendDeskPage(reply.status(status), { title: 'Refused', body: problemBody(text, backOf(request)) });
  });
}

function signInRoutes(app: FastifyInstance, { context, gate, config }: Desk): void {
  app.get('/staff/sign-in', { schema, config }, async (_request, reply) => sendDeskPage(reply, signInPage()));

  app.post('/staff/sign-in', { schema, config }, async (request, reply) => {
    gate.checkForm(request, null);
    await countCaller(context, reply, 'staff-sign-in', TRIES);
    const { name = '', password = '', code = '' } = fieldsOf(request);
    const known = gate.device(request);
    // A known browser is not slowed down, so its attempts are counted separately.
    const isSpent = (await countUse(context, { ...DEVICE_TRIES, subject: known })) !== null;
    const device = known === '' || isSpent ? '' : known;
    const given = { name: name.trim().toLowerCase(), password, code: code.replaceAll(/\s/g, ''), device };
    const actor = await signIn(context.db, given, context.now());
    if (actor === null) {
      await raiseFailureAlarm(context, given.name);
      return sendDeskPage(reply.status(403), signInPage(given.name));
    }
    await context.alarms.resolve('staff-sign-in', actor.name);
    const { password: stored } = await accountOf(context, actor.id);
    gate.setDevice(reply, await deviceToken(context.db, { id: actor.id, password: stored }, context.now()));
    return enter({ context, gate, config }, reply, actor.id);
  });

  app.post('/staff/sign-out', { schema, config }, async (request, reply) => {
    const session = await gate.find(request);
    gate.checkForm(request, session);
    if (session !== null) await closeStaffSession(context.db, session, context.now());
    gate.clearCookie(reply);
    return reply.redirect('/staff/sign-in', 303);
  });
}

/** Tells the operator once that somebody is guessing a name's password. */
async function raiseFailureAlarm({ db, alarms }: AppContext, name: string): Promise<void> {
  const failures = await failuresOf(db, name);
  if (failures >= RINGING)
    await alarms.raise(
      'staff-sign-in',
      name,
      `${failures} attempts to sign in have failed since the last successful one`,
    );
}

function accountOf({ db }: AppContext, id: bigint) {
  return db.selectFrom('staff_accounts').select('password').where('id', '=', id).executeTakeFirstOrThrow();
}

/** Using an invitation: its PIN first, then a password. */
function joinRoutes(app: FastifyInstance, { context, gate, config }: Desk): void {
  app.get('/staff/join', { schema, config }, async (request, reply) => {
    await countCaller(context, reply, 'staff-join', TRIES);
    const { token = '' } = textsOf(request.query);
    const invitation = await findInvitation(context.db, token, context.now());
    return sendDeskPage(reply.status(invitation === null ? 410 : 200), joinPage(invitation, { token }));
  });

  app.post('/staff/join', { schema, config }, async (request, reply) => {
    gate.checkForm(request, null);
    await countCaller(context, reply, 'staff-join', TRIES);
    const { token = '', pin = '', password, again = '', code = '' } = fieldsOf(request);
    let invitation: Invitation | null = null;
    try {
      invitation = await openInvitation(context.db, { token, pin }, context.now());
      // The first of two forms, which asks for the PIN.
      if (password === undefined) return sendDeskPage(reply, joinPage(invitation, { token, pin }));
      if (password !== again) throw new StaffRefusal('The two passwords are not the same.');
      const given = { token, pin, password, code: code.replaceAll(/\s/g, '') };
      return enter({ context, gate, config }, reply, await join(context.db, given, context.now()));
    } catch (error) {
      if (!(error instanceof StaffRefusal)) throw error;
      // With the right PIN, show the second form again.
      const shown = invitation ?? (await findInvitation(context.db, token, context.now()));
      return sendDeskPage(reply.status(422), joinPage(shown, { token, pin, problem: error.message }));
    }
  });
}

async function enter({ context, gate }: Desk, reply: FastifyReply, accountId: bigint): Promise<FastifyReply> {
  gate.setCookie(reply, await openStaffSession(context.db, accountId, context.now()));
  return reply.redirect('/staff/overview', 303);
}

/** The staff's screens, and the files they load. */
function screenRoutes(app: FastifyInstance, { context, gate, config }: Desk): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    const body = readFileSync(joinPath(import.meta.dirname, '../../staff/desk/assets', name), 'utf8');
    app.get(`/staff/${name}`, { schema, config }, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(type).send(body),
    );
  }

  app.get('/staff', { schema, config }, async (_request, reply) => reply.redirect('/staff/overview', 303));

  for (const [name, screen] of Object.entries(SCREENS)) {
    app.get(`/staff/${name}`, { schema, config }, async (request, reply) => {
      const session = await gate.find(request);
      if (session === null) return reply.redirect('/staff/sign-in', 303);
      const menu = menuOf(session, name, await openAlarms(context.db));
      if (!mayAct(session.actor, screen.role, false))
        return sendDeskPage(reply.status(403), { title: 'Refused', body: problemBody('This is for managers.'), menu });
      const query = textsOf(request.query);
      try {
        const loaded = await loadScreen(context, session.actor, name, query);
        const body = screenBody(loaded, screen, { session, query, here: request.url });
        return sendDeskPage(reply, { title: loaded.title, body, menu });
      } catch (error) {
        if (!(error instanceof StaffRefusal)) throw error;
        return sendDeskPage(reply.status(404), { title: 'Not found', body: problemBody(error.message), menu });
      }
    });
  }
}

function actionRoute(app: FastifyInstance, { context, gate, config }: Desk): void {
  app.post('/staff/do/:command', { schema, config }, async (request, reply) => {
    const session = await gate.find(request);
    if (session === null) return reply.redirect('/staff/sign-in', 303);
    gate.checkForm(request, session);
    const fields = fieldsOf(request);
    const { command } = request.params as { command: string };
    return act(context, session, { command, fields }, reply);
  });
}

async function act(
  context: AppContext,
  session: StaffSession,
  { command, fields }: { readonly command: string; readonly fields: Fields },
  reply: FastifyReply,
): Promise<FastifyReply> {
  const next = /^\/staff\/[\w-]+(?:\?[\w%=&.+-]*)?$/.test(fields.next ?? '') ? (fields.next ?? '') : '/staff/overview';
  try {
    const { message, file } = await execute(context, session.actor, findCommand(command), fields);
    if (file !== undefined)
      return reply
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .type('text/csv; charset=utf-8')
        .send(file.body);
    await leaveNotice(context.db, session, message);
    return reply.redirect(next, 303);
  } catch (error) {
    if (!(error instanceof StaffRefusal)) throw error;
    const menu = menuOf(session, '', await openAlarms(context.db));
    return sendDeskPage(reply.status(422), { title: 'Not done', body: problemBody(error.message, next), menu });
  }
}

/** A form's fields. Throws ApiFailure invalid_request if there is no form. */
function fieldsOf(request: FastifyRequest): Fields {
  if (typeof request.body !== 'object' || request.body === null) throw new ApiFailure('invalid_request');
  return textsOf(request.body);
}

/** The text fields of a form or a query string that occur once. */
function textsOf(source: unknown): Fields {
  return Object.fromEntries(Object.entries(source ?? {}).filter(([, value]) => typeof value === 'string'));
}

function backOf(request: FastifyRequest): string {
  return request.url.startsWith('/staff/join') ? '/staff/sign-in' : '/staff/overview';
}
