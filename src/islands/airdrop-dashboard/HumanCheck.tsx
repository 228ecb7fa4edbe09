import { type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Dialog } from '#src/components/ui/Dialog.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { AIRDROP_PAGE_TIMES, HUMAN_CHECK_TRIES } from '#src/config/missions.ts';
import {
  answerOf,
  type Challenge,
  newQuestion,
  type Question,
  sumToken,
  workToken,
} from '#src/lib/airdrop/human-check.ts';
import { loadCaptcha, type WaitingCheck } from '#src/stores/airdrop.ts';
import type { AirdropProps, AirdropText } from './airdrop-props.ts';
import { type NonceSearch, searchNonces } from './search-nonces.ts';

type Loaded =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'ready'; readonly challenge: Challenge; readonly sum: boolean };

/** Arithmetic signs in human-readable form. */
const SIGNS = { '+': '+', '-': '−', '*': '×' } as const;

/** Its button stands with Cancel, at the end of the window. */
const SUM_FORM = 'human-sum';

/** The human check: three tries at a sum while the browser works, or more of that work instead. */
export function HumanCheck({ check }: { readonly check: WaitingCheck }) {
  const { t } = usePage<AirdropProps>();
  const { dismiss } = check;
  const { loaded, load, fail } = useChallenge(check);
  const [wrong, setWrong] = useState(0);
  const locked = wrong >= HUMAN_CHECK_TRIES || loaded.kind === 'locked';
  const { computing, compute } = useWork(check, loaded, fail);
  const asksSum = loaded.kind === 'ready' && loaded.sum && !computing;
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
          <Button look="small" text={t('airdrop.human.retry')} onClick={() => void load()} />
        </p>
      )}
      {asksSum && (
        <SumForm
          locked={locked}
          wrong={wrong}
          onRight={(question, answer) => void compute({ question, answer })}
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
            <Button text={t('airdrop.human.work')} onClick={() => void compute()} />
          )}
        </p>
      )}
      <p className="note">{t('airdrop.human.notice')}</p>
      <div className="row row-between dialog-actions">
        <Button text={t('airdrop.cancel')} onClick={dismiss} />
        {asksSum && (
          <Button look="primary" text={t('airdrop.human.submit')} type="submit" form={SUM_FORM} disabled={locked} />
        )}
      </div>
    </Dialog>
  );
}

function triesLeft(t: AirdropText, wrong: number): string {
  if (wrong === 1) return t('airdrop.human.wrong2');
  return wrong === 2 ? t('airdrop.human.wrong1') : '';
}

/** The challenge of a wallet, requested when the window opens. */
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
  const fail = useCallback(() => setLoaded({ kind: 'failed' }), []);
  return { loaded, load, fail };
}

interface Solved {
  readonly question: Question;
  readonly answer: number;
}

/** The browser's work: for a sum it begins while the visitor calculates; all of it ends with the window. */
function useWork({ wallet, pass }: WaitingCheck, loaded: Loaded, fail: () => void) {
  const [computing, setComputing] = useState(false);
  const search = useRef<NonceSearch | null>(null);
  useEffect(() => {
    if (loaded.kind !== 'ready') return;
    const begun = searchNonces(loaded.challenge, wallet);
    search.current = begun;
    // Its failure is reported to its caller.
    if (loaded.sum) begun.nonces('sum').catch(() => undefined);
    return begun.stop;
  }, [loaded, wallet]);
  /** Passes the token of a solved sum, or that of the work without one. */
  const compute = async (solved?: Solved) => {
    if (loaded.kind !== 'ready' || search.current === null) return;
    const { challenge } = loaded;
    setComputing(true);
    try {
      const nonces = await search.current.nonces(solved === undefined ? 'work' : 'sum');
      if (solved === undefined) pass(workToken(challenge, wallet, nonces));
      else pass(sumToken({ challenge, wallet, question: solved.question, answer: solved.answer, nonces }));
    } catch {
      setComputing(false);
      fail();
    }
  };
  return { computing, compute };
}

interface SumProps {
  readonly locked: boolean;
  /** Wrong answers so far. */
  readonly wrong: number;
  readonly onRight: (question: Question, answer: number) => void;
  readonly onWrong: () => void;
}

function SumForm({ locked, wrong, onRight, onWrong }: SumProps) {
  const { t } = usePage<AirdropProps>();
  const [question, setQuestion] = useState<Question>(() => newQuestion(Math.random));
  const [answer, setAnswer] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (locked) return;
    const given = /^\s*-?\d{1,4}\s*$/.test(answer) ? Number(answer) : Number.NaN;
    if (given === answerOf(question)) return onRight(question, given);
    onWrong();
    setAnswer('');
    if (wrong >= 1) setQuestion(newQuestion(Math.random));
  };
  return (
    <form className="field" id={SUM_FORM} noValidate onSubmit={submit}>
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
    </form>
  );
}
