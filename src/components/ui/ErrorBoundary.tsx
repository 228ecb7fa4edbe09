import { Component, type ErrorInfo, type ReactNode } from 'react';
import type { Texts } from '#src/i18n/namespace.ts';
import { storedPaymentAddress } from '#src/purchase/stored-payment.ts';
import { Button } from './Button.tsx';
import { Link } from './Link.tsx';

interface Props {
  readonly texts: Texts<'error'>;
  readonly children: ReactNode;
}

/** Catches errors that an island throws while it renders and shows the error screen in its place. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    const { error } = this.state;
    const { texts, children } = this.props;
    if (error === null) return children;
    const track = storedPaymentAddress();
    const email = import.meta.env.PUBLIC_SUPPORT_EMAIL;
    return (
      <section className="card" role="alert">
        <h2>{texts['error.title']}</h2>
        <p>{texts['error.safe']}</p>
        {track !== null && (
          <a className="link" href={track}>
            {texts['error.track']}
          </a>
        )}
        <details>
          <summary>{texts['error.details']}</summary>
          <pre className="note break ltr">{error.message}</pre>
        </details>
        <div className="row">
          <Button look="primary" text={texts['error.refresh']} onClick={() => location.reload()} />
          <Button text={texts['error.back']} onClick={() => history.back()} />
        </div>
        <p className="note">
          {texts['error.support']}
          {email && (
            <>
              {' '}
              <Link look="link-inline" text={email} href={`mailto:${email}`} />
            </>
          )}
        </p>
      </section>
    );
  }
}
