import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Texts } from '#src/i18n/namespace.ts';
import { type TextOf, textOf } from '#src/lib/text/text-of.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useHydrated } from './use-hydrated.ts';
import { usePart } from './use-part.ts';

export interface Given {
  readonly texts: Readonly<Record<string, string>>;
  readonly tag?: string;
}

/** What the parts of an island use of its page: the island's props, and their texts as a function. */
export type PageOf<Props extends Given> = Props & { readonly t: TextOf<keyof Props['texts'] & string> };

const Context = createContext<Partial<PageOf<Given>>>({});

/** Gives an island's parts its page, one object for as long as they show; inside another one it adds later texts. */
export function Page({ given, children }: { readonly given: Given; readonly children: ReactNode }) {
  const outer = useContext(Context);
  const [page] = useState(() => {
    const texts = { ...outer.texts, ...given.texts };
    return { ...outer, ...given, texts, t: textOf(texts) };
  });
  return <Context value={page}>{children}</Context>;
}

/** The page of the island around it, whose props are of the type `Props`. */
export const usePage = <Props extends Given>() => useContext(Context) as PageOf<Props>;

interface IslandProps {
  readonly given: { readonly texts: Texts<'error'> };
  /** What the built page has in its place. */
  readonly loading: ReactNode;
  readonly children: ReactNode;
}

/** An island whose content exists in browsers only; its parts read its props by usePage() (decision 61). */
export function Island({ given, loading, children }: IslandProps) {
  const hydrated = useHydrated();
  return (
    <ErrorBoundary texts={given.texts}>{hydrated ? <Page given={given}>{children}</Page> : loading}</ErrorBoundary>
  );
}

/** Like usePart(), but returns what `show` makes of the part, on the page with the texts that come with it. */
export function usePartOnPage<T extends Given>(
  load: () => Promise<T>,
  onFail: () => void,
  show: (part: T) => ReactNode,
) {
  const part = usePart(load, onFail);
  return part && <Page given={{ texts: part.texts }}>{show(part)}</Page>;
}
