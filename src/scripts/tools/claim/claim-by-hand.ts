import type { ClaimReading } from '#src/client/claim/read-facts.ts';
import { saveFile } from '#src/client/save-file.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { explorerArgument, safeClaim } from '#src/lib/allocation/claim-by-hand.ts';
import { element } from '#src/scripts/shared/dom.ts';
import type { ClaimData, ClaimPlace } from './claim-data.ts';

/** Whether an entry can be claimed in another way: it is on the list of a contract that nobody denies. */
export function canClaimByHand({ facts, listed }: ClaimReading): boolean {
  const { batch, list, contract, differs } = facts;
  return listed !== null && batch === 'final' && list === 'read' && contract !== 'none' && !differs;
}

/** How an entry is claimed by a block explorer, a Safe or a copy of the list, with its own values. */
export function handView(
  { texts, words, distributor }: ClaimData,
  reading: ClaimReading,
  { copies, folder }: Pick<ClaimPlace, 'copies' | 'folder'>,
): readonly HTMLElement[] {
  const { listed, manifest, file, address } = reading;
  if (listed === null || manifest === null || !canClaimByHand(reading)) return [];
  const { chainId, claims } = distributor;
  const argument = explorerArgument(listed);
  const safe = safeClaim(listed, { chainId, claims, at: Date.now() });
  const url = explorerUrl(chainId, 'address', claims);
  const base = folder(manifest.batch);
  const link = (name: string) => element('a', { class: 'link ltr', href: `${base}${name}`, download: true }, name);
  const save = element('button.button.button-small', { type: 'button' }, texts['claim.hand.save']);
  save.addEventListener('click', () => saveFile(`synx-claim-${address}.json`, 'application/json', safe));
  const copy = (text: string) => {
    const button = element(
      'button.button.button-small',
      { type: 'button', 'data-copied': words.copied },
      texts['claim.hand.copy'],
    );
    copies(button, () => text);
    return button;
  };
  const pages = base === null ? [] : [link('claim.html'), ...(file === null ? [] : [link(file)])];
  return [
    element(
      'details.claim-elsewhere',
      element('summary', texts['claim.hand']),
      element(
        'div.stack',
        element('p.note', texts['claim.hand.text']),
        element('p', texts['claim.hand.explorer']),
        element('code.ltr.break', argument),
        element(
          'p.row',
          copy(argument),
          url !== null &&
            element('a', { class: 'link', href: url, target: '_blank', rel: 'noreferrer' }, texts['claim.contract']),
        ),
        element('p', texts['claim.hand.safe']),
        element('p.row', save, copy(safe)),
        ...(pages.length === 0 ? [] : [element('p', texts['claim.hand.files']), element('p.row', ...pages)]),
      ),
    ),
  ];
}
