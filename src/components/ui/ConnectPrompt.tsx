import { requestConnect } from './request-connect.ts';

interface Props {
  readonly texts: Readonly<Record<'prompt' | 'connect' | 'connecting', string>>;
  /** A connection is under way. */
  readonly connecting: boolean;
  /** Emphasises the question. */
  readonly warns?: boolean;
}

/** Says what a wallet is needed for, and the button that connects one; the place around it is the caller's. */
export function ConnectPrompt({ texts, connecting, warns = false }: Props) {
  return (
    <>
      <p className={warns ? 'warning' : undefined}>{texts.prompt}</p>
      <p>
        <button className="button button-primary" type="button" disabled={connecting} onClick={requestConnect}>
          {connecting ? texts.connecting : texts.connect}
        </button>
      </p>
    </>
  );
}
