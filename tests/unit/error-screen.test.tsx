import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '#src/components/ui/ErrorBoundary.tsx';
import { ENGLISH } from './states/support/screen.ts';

afterEach(() => vi.unstubAllEnvs());

/** The screen in the place of an island that failed. */
function screen(): string {
  const boundary = new ErrorBoundary({ texts: ENGLISH, children: null });
  boundary.state = ErrorBoundary.getDerivedStateFromError(new Error('planned failure'));
  return renderToStaticMarkup(boundary.render());
}

test('[R2.041] the error screen says to contact support, with the address where there is one', () => {
  vi.stubEnv('PUBLIC_SUPPORT_EMAIL', '');
  expect(screen()).toContain('please contact support.</p>');
  vi.stubEnv('PUBLIC_SUPPORT_EMAIL', 'help@synx.example');
  expect(screen()).toContain('please contact support. <a class="link-inline" href="mailto:help@synx.example">');
});
