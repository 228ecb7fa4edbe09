import type { AmountKind } from './entry.ts';

/** The list for which a claim.html is. */
export interface ClaimFileList {
  readonly batch: number;
  readonly chainId: number;
  readonly claims: string;
  readonly token: string;
  readonly root: string;
  readonly listHash: string;
  readonly shardDigits: number;
  readonly schedules: readonly { readonly kind: AmountKind; readonly start: string; readonly end: string }[];
}

/**
 * The texts of claim.html: each key once, and its text in each language at the same place, parted by TEXT_END, which is
 * shorter than a list. Keys that begin with a dot are those of `claim`, and those with `File` of `claimFile`.
 */
export interface ClaimFileTexts {
  readonly keys: string;
  readonly texts: Readonly<Record<string, string>>;
}

export const TEXT_END = '|';

/** The page in dist/ from which publishing a list makes claim.html. */
export const CLAIM_FILE_PAGE = 'claim-file.txt';

const BEFORE = '<script type="application/json" id="claim-list">';
const AFTER = '</script>';

/** Where the page of the build has its list, before there is one. */
export const CLAIM_FILE_LIST = `${BEFORE}${AFTER}`;

/** claim.html of a list, from the page that the build makes. Throws Error for another text. */
export function claimFileOf(page: string, list: ClaimFileList): string {
  const [head, tail, ...more] = page.split(CLAIM_FILE_LIST);
  if (head === undefined || tail === undefined || more.length > 0) throw new Error('not the page of a build');
  return `${head}${BEFORE}${JSON.stringify(list).replaceAll('<', '\\u003c')}${AFTER}${tail}`;
}

/** The list of a claim.html. Throws Error if it has none. */
export function listOfClaimFile(text: string): ClaimFileList {
  const [, after = ''] = text.split(BEFORE);
  return JSON.parse(after.slice(0, after.indexOf(AFTER))) as ClaimFileList;
}
