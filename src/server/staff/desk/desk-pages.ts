import type { StaffRole } from '#src/server/platform/database/staff-tables.ts';
import type { Invitation } from '../auth/accounts.ts';
import { mayAct } from '../auth/actor.ts';
import { PASSWORD_LENGTH } from '../auth/password.ts';
import type { StaffSession } from '../auth/sessions.ts';
import { totpAddress } from '../auth/totp.ts';
import type { Screen, ScreenDefinition } from '../screen/screen.ts';
import type { DeskPage } from './desk-page.ts';
import { type Html, html } from './html.ts';
import { renderBlocks, renderField } from './render-screen.ts';
import { SCREENS } from './screens.ts';

/** The sign-in page; after a failure with the name that was tried. */
export function signInPage(failed?: string): DeskPage {
  return {
    title: 'Sign in',
    body: html`${
      failed === undefined
        ? null
        : html`<p class="notice bad" role="alert">Name, password or code is not right, or the account is locked for a while.</p>`
    }<form class="stack" method="post" action="/staff/sign-in">
<label>Name<input name="name" value="${failed ?? ''}" required autocomplete="username" autocapitalize="none"${failed === undefined ? html` autofocus` : null}></label>
<label>Password<input name="password" type="password" required autocomplete="current-password"${failed === undefined ? null : html` autofocus`}></label>
<label>Code of your authenticator app<input name="code" required inputmode="numeric" autocomplete="one-time-code" maxlength="7"></label>
<button>Sign in</button></form>`,
  };
}

/** Where an invitation becomes an account; if it needs a PIN, that is requested first (`pin`: the right one). */
export function joinPage(
  invitation: Invitation | null,
  { token, pin = '', problem }: { readonly token: string; readonly pin?: string; readonly problem?: string },
): DeskPage {
  if (invitation === null)
    return {
      title: 'No invitation',
      body: html`<p>${problem ?? 'This invitation is no longer valid. Ask for a new one.'}</p>`,
    };
  const { name, role, totpSecret } = invitation;
  const notice = problem === undefined ? null : html`<p class="notice bad" role="alert">${problem}</p>`;
  const title = `Welcome, ${name}`;
  if (totpSecret === null) return { title, body: html`${notice}${pinForm(role, token)}` };
  return {
    title,
    body: html`${notice}
<p>You are invited as a ${role}. Add this secret to an authenticator app, then choose a password of at least ${PASSWORD_LENGTH.min} characters.</p>
<p><code>${totpSecret.replaceAll(/(.{4})/g, '$1 ').trim()}</code></p>
<p><a href="${totpAddress(totpSecret, name)}">Add it to an app on this device</a></p>
<form class="stack" method="post" action="/staff/join"><input type="hidden" name="token" value="${token}"><input type="hidden" name="pin" value="${pin}">
<input type="hidden" name="username" value="${name}" autocomplete="username">
<label>Password<input name="password" type="password" required minlength="${PASSWORD_LENGTH.min}" autocomplete="new-password"></label>
<label>The same once more<input name="again" type="password" required autocomplete="new-password"></label>
<label>Code that the app shows now<input name="code" required inputmode="numeric" autocomplete="one-time-code" maxlength="7"></label>
<button>Make my account</button></form>`,
  };
}

function pinForm(role: StaffRole, token: string): Html {
  return html`<p>You are invited as a ${role}. One manager sent you this link; the other one tells you a PIN. Five wrong ones make the invitation void.</p>
<form class="stack" method="post" action="/staff/join"><input type="hidden" name="token" value="${token}">
<label>PIN<input name="pin" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40"></label>
<button>Go on</button></form>`;
}

/** The menu of the screens a person may open, a banner while an alarm is open, and the sign-out button. */
export function menuOf({ actor, csrf }: StaffSession, here: string, alarms: number): Html {
  const items = Object.entries(SCREENS).filter(([, { role }]) => mayAct(actor, role, false));
  return html`<header><nav aria-label="Staff desk">${items.map(
    ([name, { label }]) =>
      html`<a href="/staff/${name}"${name === here ? html` aria-current="page"` : null}>${label}</a>`,
  )}</nav><form method="post" action="/staff/sign-out"><input type="hidden" name="csrf" value="${csrf}"><span>${actor.name}</span><button>Sign out</button></form>${
    alarms === 0
      ? null
      : html`<p class="notice alarm bad">${alarms === 1 ? 'An alarm is' : `${alarms} alarms are`} open. <a href="/staff/alarms">Look</a></p>`
  }</header>`;
}

/** The last action's message, the filter of a screen, and its content. */
export function screenBody(
  screen: Screen,
  { filter }: ScreenDefinition,
  {
    session,
    query,
    here,
  }: {
    readonly session: StaffSession;
    readonly query: Readonly<Record<string, string | undefined>>;
    readonly here: string;
  },
): Html {
  return html`${session.notice === null ? null : html`<p class="notice" role="status">${session.notice}</p>`}${
    filter === undefined
      ? null
      : html`<form method="get">${filter.map((field) => renderField({ ...field, value: query[field.name] ?? '' }))}<button>Show</button></form>`
  }${renderBlocks(screen, { csrf: session.csrf, here })}`;
}

/** Why an action failed, and the link back. */
export function problemBody(text: string, back?: string): Html {
  return html`<p class="notice bad" role="alert">${text}</p>${back === undefined ? null : html`<p><a href="${back}">Back</a></p>`}`;
}
