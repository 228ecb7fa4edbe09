import { requestConnect } from './request-connect.ts';

interface Props {
  readonly texts: Readonly<Record<'prompt' | 'connect' | 'connecting', string>>;
  /** A connection is in progress. */
  readonly connecting: boolean;
  /** Emphasises the question. */
  readonly warns?: boolean;
}

/** Says why a wallet is needed, with a button that connects one; the caller provides the container. */
export function ConnectPrompt({ texts, connecting, warns = false }: Props) {
  return (
    <>
      <p className={warns ? 'warning' : undefined}>{texts.prompt}</p>
      <p>
        <button
          className="button button-primary"
          type="button"
          aria-disabled={connecting}
          onClick={connecting ? undefined : requestConnect}
        >
          {connecting ? texts.connecting : texts.connect}
        </button>
      </p>
    </>
  );
}
