import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { AIRDROP_PAGE_TIMES, HUMAN_CHECK_TRIES } from '#src/config/missions.ts';
import {
  answerOf,
  type Challenge,
  newQuestion,
  type Question,
  solveWork,
  sumToken,
  workToken,
} from '#src/lib/airdrop/human-check.ts';
import { loadCaptcha, type WaitingCheck } from '#src/stores/airdrop.ts';
import type { AirdropPartProps } from './airdrop-props.ts';

interface Props extends AirdropPartProps {
  readonly check: WaitingCheck;
}

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'ready'; readonly challenge: Challenge; readonly sum: boolean };

/** The signs of arithmetic as people read them. */
const SIGNS = { '+': '+', '-': '−', '*': '×' } as const;

/**
 * The human check (R5.038-R5.046): three tries at a sum; a wrong one clears the field, from the second on the
 * question changes, the third closes the window after two seconds. A visitor can let the browser calculate instead.
 */
export function HumanCheck({ t, check }: Props) {
  const { dismiss } = check;
  const { loaded, load } = useChallenge(check);
  const [wrong, setWrong] = useState(0);
  const locked = wrong >= HUMAN_CHECK_TRIES || loaded.kind === 'locked';
  const { computing, compute } = useWork(check, loaded);
  useEffect(() => {
    if (!locked) return;
    const timer = setTimeout(dismiss, AIRDROP_PAGE_TIMES.closeMs);
    return () => clearTimeout(timer);
  }, [locked, dismiss]);

  return (
    <Dialog title={t('airdrop.human.title')} onClose={dismiss}>
      {loaded.kind === 'failed' && (
        <p className="row">
          <span className="danger">{t('airdrop.human.failed')}</span>
          <button className="button button-small" type="button" onClick={() => void load()}>
            {t('airdrop.human.retry')}
          </button>
        </p>
      )}
      {loaded.kind === 'ready' && loaded.sum && !computing && (
        <SumForm
          t={t}
          check={check}
          challenge={loaded.challenge}
          locked={locked}
          wrong={wrong}
          onWrong={() => setWrong(wrong + 1)}
        />
      )}
      <p className="danger" role="alert">
        {locked ? t('airdrop.human.locked') : triesLeft(t, wrong)}
      </p>
      {loaded.kind === 'ready' && !locked && (
        <p>
          {computing ? (
            <span role="status">{t('airdrop.human.working')}</span>
          ) : (
            <button className="button" type="button" onClick={() => void compute()}>
              {t('airdrop.human.work')}
            </button>
          )}
        </p>
      )}
      <p className="note">{t('airdrop.human.notice')}</p>
      <p>
        <button className="button" type="button" onClick={dismiss}>
          {t('airdrop.cancel')}
        </button>
      </p>
    </Dialog>
  );
}

function triesLeft(t: AirdropPartProps['t'], wrong: number): string {
  if (wrong === 1) return t('airdrop.human.wrong2');
  return wrong === 2 ? t('airdrop.human.wrong1') : '';
}

/** The challenge of a wallet, asked for when the window opens. */
function useChallenge({ wallet }: WaitingCheck) {
  const [loaded, setLoaded] = useState<Loaded>({ kind: 'loading' });
  const load = useCallback(async () => {
    setLoaded({ kind: 'loading' });
    try {
      const { challenge, lockedUntil } = await loadCaptcha(wallet);
      if (challenge !== undefined) setLoaded({ kind: 'ready', challenge, sum: challenge.kinds.includes('sum') });
      else setLoaded({ kind: lockedUntil === undefined ? 'failed' : 'locked' });
    } catch {
      setLoaded({ kind: 'failed' });
    }
  }, [wallet]);
  useEffect(() => void load(), [load]);
  return { loaded, load };
}

/** The work in place of the sum; it ends with the window. */
function useWork({ wallet, pass }: WaitingCheck, loaded: Loaded) {
  const [computing, setComputing] = useState(false);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const compute = async () => {
    if (loaded.kind !== 'ready') return;
    stop.current = new AbortController();
    setComputing(true);
    const token = await computeToken(loaded.challenge, wallet, stop.current.signal);
    if (token !== null) pass(token);
  };
  return { computing, compute };
}

interface SumProps extends Pick<AirdropPartProps, 't'> {
  readonly check: WaitingCheck;
  readonly challenge: Challenge;
  readonly locked: boolean;
  /** Wrong answers so far. */
  readonly wrong: number;
  readonly onWrong: () => void;
}

function SumForm({ t, check, challenge, locked, wrong, onWrong }: SumProps) {
  const [question, setQuestion] = useState<Question>(() => newQuestion(Math.random));
  const [answer, setAnswer] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (locked) return;
    const given = /^\s*-?\d{1,4}\s*$/.test(answer) ? Number(answer) : Number.NaN;
    if (given === answerOf(question)) return check.pass(sumToken(challenge, check.wallet, question, given));
    onWrong();
    setAnswer('');
    if (wrong >= 1) setQuestion(newQuestion(Math.random));
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <div className="field">
        <label htmlFor="human-answer">
          {t('airdrop.human.question', {
            question: `${question.left} ${SIGNS[question.operator]} ${question.right}`,
          })}
        </label>
        <input
          className="input ltr"
          id="human-answer"
          aria-label={t('airdrop.human.answer')}
          inputMode="numeric"
          autoComplete="off"
          data-first-focus
          disabled={locked}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </div>
      <p>
        <button className="button button-primary" type="submit" disabled={locked}>
          {t('airdrop.human.submit')}
        </button>
      </p>
    </form>
  );
}

/** Computes the proof of work, a slice at a time so that the page stays alive; null once `signal` is aborted. */
async function computeToken(challenge: Challenge, wallet: string, signal: AbortSignal): Promise<string | null> {
  const work = solveWork(challenge, wallet);
  for (;;) {
    const { done, value } = work.next();
    if (signal.aborted) return null;
    if (done) return workToken(challenge, wallet, value);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
