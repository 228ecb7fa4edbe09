import type { ReactElement } from 'react';
import { Page } from '#src/components/ui/page.tsx';
import { ENGLISH, type Words } from './screen.ts';

interface Given {
  readonly texts?: Words;
  readonly tag?: string;
  readonly [name: string]: unknown;
}

/** A part of an island on a page, which is English unless `given` says otherwise. */
export function onPage(part: ReactElement, given: Given = {}): ReactElement {
  const page = { texts: ENGLISH, tag: 'en', ...given };
  return <Page given={page}>{part}</Page>;
}
