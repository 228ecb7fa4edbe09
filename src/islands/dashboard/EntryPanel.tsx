import { useId } from 'react';
import { CLAIM_STATES, type ClaimState, claimStateOf } from '#src/client/claim/allocation-states.ts';
import { DataTable } from '#src/components/ui/DataTable.tsx';
import { Link } from '#src/components/ui/Link.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { CHAINS, isChainId } from '#src/config/chains.ts';
import type { AllocationEntryView, AllocationView, Amounts } from '#src/contract/allocation.ts';
import { AMOUNT_KINDS, type AmountKind, totalOf } from '#src/lib/allocation/entry.ts';
import { asLabel } from '#src/lib/text/joins.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import type { DashboardPart, ListPage, ListText } from './dashboard-props.ts';
import { EntryRecount } from './EntryRecount.tsx';
import { isolated, synxOf } from './entry-text.ts';
import { Objection } from './Objection.tsx';

interface Props extends DashboardPart {
  readonly batch: AllocationView;
  /** Null if it could not be read. */
  readonly view: AllocationEntryView | null;
}

/** What the list of the handover says about the wallet, and the ways to check it and to object to it. */
export function EntryPanel(props: Props) {
  const { t } = usePage<ListPage>();
  const title = useId();
  const { batch, view, isOwn, display, holdings } = props;
  const state = stateOf(batch, view);
  const said = { ...props, state };
  // A headline would announce an entry that there is not.
  if (state === 'closed' || state === 'withdrawn')
    return (
      <section className="card wide">
        <Sentence {...said} />
      </section>
    );
  return (
    <section className="card wide" aria-labelledby={title}>
      <h2 id={title}>{t(isOwn ? 'allocation.title' : 'allocation.titleOther')}</h2>
      <Sentence {...said} />
      {view?.entry != null && <Parts {...props} entry={view.entry} />}
      {view !== null && view.setAside === null && (
        <EntryRecount key={holdings.wallet} display={display} wallet={holdings.wallet} entry={view.entry} />
      )}
      {view !== null && <Objection key={`of ${holdings.wallet}`} {...{ isOwn, batch, view }} />}
    </section>
  );
}

function stateOf({ state }: AllocationView, view: AllocationEntryView | null): ClaimState {
  const entry = view?.entry ?? null;
  return claimStateOf({
    batch: state,
    list: view === null ? 'unreachable' : 'read',
    differs: false,
    setAside: view?.setAside?.class ?? null,
    entry: entry === null ? null : { total: totalOf(entry), claimed: 0n, opened: 0n, later: 0n },
    // What the contract says is for the page of the claim.
    ...{ contract: 'none', wallet: null, isPhone: false, claim: null },
  });
}

/** The sentence of the state; once there is a contract, the way to the page of the claim instead. */
function Sentence({ display, isOwn, batch, view, state }: Props & { readonly state: ClaimState }) {
  const { t, tag, paths } = usePage<ListPage>();
  const day = (iso: string | null) => (iso === null ? '' : formatDay(iso.slice(0, 10), tag));
  const chain = (chainId: number | null | undefined) => (isChainId(chainId) ? CHAINS[chainId].name : '');
  if (state === 'no-contract' && batch.distributor !== null) {
    return paths.claim === null ? null : (
      <p>
        <Link look="button button-primary" text={t('claim.title')} href={paths.claim} />
      </p>
    );
  }
  const { text, tone } = CLAIM_STATES[state];
  const setAside = view?.setAside ?? null;
  const values = {
    date: day(state === 'draft' ? batch.objectionsUntil : batch.withdrawnAt),
    reason: (state === 'withdrawn' ? batch.withdrawnReason : setAside?.reason) ?? '',
    n: setAside === null ? '' : isolated(display.synx(synxOf(BigInt(setAside.amount)))),
    ...{ chain: chain(setAside?.chainId), claimChain: chain(batch.chainId) },
  };
  const email = import.meta.env.PUBLIC_SUPPORT_EMAIL;
  return (
    <>
      <p className={tone ?? undefined}>{t(state === 'draft' && !isOwn ? 'allocation.draftOther' : text, values)}</p>
      {state === 'set-aside' && email && <p>{t('claim.writeTo', { email })}</p>}
    </>
  );
}

/** The amounts and when each opens, and below them where they come from; a phone hides those of 0 until asked. */
function Parts({ display, hidden, batch, entry }: Props & { readonly entry: Amounts }) {
  const { t, tag, words, facts } = usePage<ListPage>();
  const [low, pool] = facts.pools.map((synx) => isolated(display.synxOpen(synx)));
  const amount = (units: bigint) => <span className="ltr">{display.synx(synxOf(units))}</span>;
  // What is folded would tell which of the hidden amounts are 0.
  const isFolded = (kind: AmountKind) => !hidden && BigInt(entry[kind]) === 0n;
  return (
    <>
      <div className="entry-parts">
        <DataTable columns={[t('claim.col.part'), t('claim.col.opens')]} figures={['SYNX']}>
          <tbody>
            {AMOUNT_KINDS.map((kind) => (
              <tr key={kind} className={isFolded(kind) ? 'entry-none' : undefined}>
                <th scope="row">{t(`claim.kind.${kind}`)}</th>
                <td>{opensOf(t, tag, batch, kind)}</td>
                <td className="end">{amount(BigInt(entry[kind]))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('claim.total')}
              </th>
              <td className="end">{amount(totalOf(entry))}</td>
            </tr>
          </tfoot>
        </DataTable>
        {AMOUNT_KINDS.some(isFolded) && (
          <details className="entry-more">
            <summary className="button button-small">{words.all}</summary>
          </details>
        )}
      </div>
      <Sources />
      <p className="note">
        <span>{t('allocation.note')}</span> <span>{t('allocation.pools', { pool: pool ?? '', low: low ?? '' })}</span>
      </p>
    </>
  );
}

/** Where the amounts come from: the parts of this page, and the public records. */
function Sources() {
  const { t, tag } = usePage<ListPage>();
  const purchases = t('dashboard.purchases');
  const stakes = t('dashboard.stakes');
  const lists = {
    'allocation.source': { '#purchases': purchases, '#stakes': stakes, '#missions': t('dashboard.missions') },
    'allocation.records': {
      '/api/records/purchases?after=0': purchases,
      '/api/records/stakes?after=0': stakes,
      '/api/records/points?after=0': t('dashboard.missions.points'),
    },
  } as const;
  return (
    <div>
      {Object.entries(lists).map(([label, links]) => (
        <p className="row purchase-links" key={label}>
          <span className="note">{asLabel(t(label as keyof typeof lists), tag)}</span>
          {Object.entries(links).map(([href, text]) => (
            <Link key={href} text={text} href={href} />
          ))}
        </p>
      ))}
    </div>
  );
}

/** The day in UTC on which an amount opens, or the first and the last of those over which it does. */
function opensOf(t: ListText, tag: string, { schedules }: AllocationView, kind: AmountKind): string {
  const schedule = schedules.find((each) => each.kind === kind);
  if (schedule === undefined) return '–';
  const [from, to] = [schedule.start, schedule.end].map((iso) => formatDay(iso.slice(0, 10), tag));
  return schedule.start === schedule.end ? (from ?? '') : t('claim.opens.over', { from: from ?? '', to: to ?? '' });
}
