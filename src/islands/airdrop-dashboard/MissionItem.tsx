import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#src/components/ui/Button.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import {
  ACCOUNTS,
  type CardMission,
  type MissionId,
  missionOf,
  REFERRAL_CODE_LENGTH,
  type WindowMission,
} from '#src/config/missions.ts';
import type { MissionsResponse } from '#src/contract/airdrop.ts';
import { gapOf } from '#src/lib/text/joins.ts';
import { $busyMission, applyReferral, checkIn, type MissionStatus } from '#src/stores/airdrop.ts';
import { showToast } from '#src/stores/toasts.ts';
import type { AirdropPanelProps, AirdropProps, AirdropText } from './airdrop-props.ts';
import { MissionNote } from './MissionNote.tsx';
import { missionPoints } from './mission-points.ts';
import { type MissionState, missionState } from './mission-state.ts';
import { type Blocked, runMission } from './run-mission.ts';
import { TakenName } from './TakenName.tsx';
import { VideoRules } from './VideoRules.tsx';

/** Missions that ask for input in a separate window. */
export type OpenDialog = WindowMission | 'createVideo';

interface Props extends Omit<AirdropPanelProps, 'missions'> {
  readonly mission: MissionsResponse['missions'][number];
  readonly bonus: MissionsResponse['videoBonus'];
  readonly statuses: Readonly<Partial<Record<MissionId, MissionStatus>>>;
  /** Whether X can be followed, which two other missions depend on. */
  readonly canFollowX: boolean;
  readonly onOpen: (dialog: OpenDialog) => void;
}

/** One mission: its task, its points, its state, and its button. */
export function MissionItem(props: Props) {
  const { t, texts, tag } = usePage<AirdropProps>();
  const { mission, bonus, participant, statuses, canFollowX } = props;
  const { id } = mission;
  const named = useNamed(`task-${id}`);
  const youtubeName = statuses[id]?.youtubeUsername ?? null;
  const state = missionState(mission, participant, { statuses, now: Date.now(), canFollowX });
  const { value, setValue, isShared, isRunning, isAnyBusy, blocked, run, goOn } = useMission(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <details
      className="card mission"
      id={`task-${id}`}
      data-unavailable={state.kind === 'unavailable' || undefined}
      ref={named}
      open={isShared || undefined}
    >
      <summary>
        <h3>{`${mission.number}. ${t(`airdrop.mission.${id}.title`)}`}</h3>
        <span className="note">
          {`${missionPoints({ t, texts, tag }, mission, bonus)} · ${t(`airdrop.missions.${mission.difficulty}`)}`}
        </span>
        {state.kind === 'completed' && (
          <span className="success">
            <span aria-hidden="true">✓</span>
            <span className="unseen">{t('airdrop.quick.done')}</span>
          </span>
        )}
      </summary>
      <div className="stack">
        <p>{t(`airdrop.mission.${id}.text`)}</p>
        {id === 'createVideo' && <VideoRules />}
        {id === 'referral' && participant !== undefined && participant.referral !== 'none' && (
          <p className="note">{t(`airdrop.referral.${participant.referral}`)}</p>
        )}
        {youtubeName !== null && state.kind === 'pending' && (
          <p className="note">{t('airdrop.missions.submittedAs', { name: youtubeName })}</p>
        )}
        <MissionNote mission={id} state={state} />
        {!isClosed(state) && <TakenName mission={id} />}
        <form className="stack" noValidate onSubmit={submit}>
          {(id === 'referral' || asksInCard(id)) && !isClosed(state) && (
            <MissionField id={id} value={value} onChange={setValue} />
          )}
          {blocked !== null && <BlockedNote blocked={blocked} onOpened={() => void goOn(blocked)} />}
          <p>
            <Button
              look="primary"
              type="submit"
              text={isRunning ? t('airdrop.missions.busy') : labelOf(t, id, state)}
              disabled={isClosed(state) || isAnyBusy}
            />
          </p>
        </form>
      </div>
    </details>
  );
}

/** Returns the ref of an element that is unfolded, shown and focused whenever the page's address names it. */
function useNamed(id: string) {
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current } = element;
    const show = () => {
      if (location.hash !== `#${id}` || current === null) return;
      current.open = true;
      current.scrollIntoView({ block: 'start' });
      current.querySelector('summary')?.focus({ preventScroll: true });
    };
    addEventListener('hashchange', show);
    // The island is hidden until its first answers are there: the mission is shown as soon as it has a size.
    const appearance = new ResizeObserver(([entry]) => {
      if ((entry?.contentRect.height ?? 0) === 0) return;
      appearance.disconnect();
      show();
    });
    if (current !== null && location.hash === `#${id}`) appearance.observe(current);
    return () => {
      appearance.disconnect();
      removeEventListener('hashchange', show);
    };
  }, [id]);
  return element;
}

/** A mission's input, and the action of its button. */
function useMission({ mission, account, onOpen }: Props) {
  const { t, votingPath } = usePage<AirdropProps>();
  const { id } = mission;
  const busy = useStore($busyMission);
  const [value, setValue] = useState('');
  const [isShared, setShared] = useState(false);
  const [running, setRunning] = useState(false);
  const [blocked, setBlocked] = useState<Blocked | null>(null);

  // A shared link carries the code, and shows where to enter it.
  useEffect(() => {
    const shared = new URLSearchParams(location.search).get('ref');
    if (id !== 'referral' || shared === null) return;
    setValue(asCode(shared));
    setShared(true);
  }, [id]);

  const run = async () => {
    if (account === null) return void showToast({ key: 'airdrop.connect', variant: 'destructive' });
    const text = value.trim();
    if (id === 'createVideo' || asksInWindow(id)) return onOpen(id);
    if (id === 'checkIn') return void (await checkIn());
    if (id === 'referral') {
      if (text === '') return void showToast({ key: 'airdrop.code', variant: 'destructive' });
      if (await applyReferral(text)) setValue('');
      return;
    }
    const asked = asksInCard(id) ? ACCOUNTS[missionOf(id).account ?? 'x'] : null;
    if (asked !== null && text === '') return void showToast({ key: asked.empty, variant: 'destructive' });
    const data = asked && { [asked.field]: text };
    const post = id === 'socialShare' ? [composer(t(`airdrop.mission.${id}.post`, { url: location.origin }))] : null;
    const targets = post ?? mission.targets;
    setRunning(true);
    setBlocked(await runMission({ mission: id, account, targets, data, votingPath }));
    setRunning(false);
  };
  const goOn = async ({ resume }: Blocked) => {
    setBlocked(null);
    setRunning(true);
    await resume();
    setRunning(false);
  };
  const isRunning = running || busy === id;
  return { value, setValue, isShared, isRunning, isAnyBusy: isRunning || busy !== null, blocked, run, goOn };
}

interface FieldProps {
  readonly id: CardMission | 'referral';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function MissionField({ id, value, onChange }: FieldProps) {
  const { t } = usePage<AirdropProps>();
  return (
    <div className="field">
      <label htmlFor={`mission-${id}`}>{t(`airdrop.mission.${id}.field`)}</label>
      <input
        className="input ltr"
        id={`mission-${id}`}
        autoComplete="off"
        {...(id === 'referral' ? { maxLength: REFERRAL_CODE_LENGTH } : {})}
        value={value}
        onChange={(event) => onChange(id === 'referral' ? asCode(event.target.value) : event.target.value)}
      />
    </div>
  );
}

interface BlockedProps {
  readonly blocked: Blocked;
  readonly onOpened: () => void;
}

/** Offers a link to the mission's page if the browser blocked opening it. */
function BlockedNote({ blocked, onOpened }: BlockedProps) {
  const { t, tag } = usePage<AirdropProps>();
  return (
    <p className="warning" role="status">
      {t('airdrop.missions.blocked')}
      {gapOf(tag)}
      <Link text={t('airdrop.missions.openYourself')} apart href={blocked.url} onClick={onOpened} />
    </p>
  );
}

function asksInCard(id: MissionId): id is CardMission {
  return missionOf(id).form === 'card';
}

function asksInWindow(id: MissionId): id is WindowMission {
  return missionOf(id).form === 'window';
}

function isClosed({ kind }: MissionState): boolean {
  return kind !== 'open' && kind !== 'rejected';
}

function labelOf(t: AirdropText, id: Props['mission']['id'], state: MissionState): string {
  switch (state.kind) {
    case 'pending':
      return t(id === 'createVideo' ? 'airdrop.missions.pendingManual' : 'airdrop.missions.pending');
    case 'rejected':
    case 'waiting':
      return t('airdrop.missions.resubmit');
    case 'completed':
      return t('airdrop.missions.completed');
    case 'locked':
      return t(state.needs === 'xName' ? 'airdrop.missions.needsXName' : 'airdrop.missions.needsXFollow');
    default:
      return t(`airdrop.mission.${id}.action`);
  }
}

/** A typed referral code: upper-cased, at most four characters. */
function asCode(text: string): string {
  return text.trim().toUpperCase().slice(0, REFERRAL_CODE_LENGTH);
}

/** X's composer with a prefilled text. */
function composer(text: string): string {
  const url = new URL('https://x.com/intent/post');
  url.searchParams.set('text', text);
  return url.href;
}
