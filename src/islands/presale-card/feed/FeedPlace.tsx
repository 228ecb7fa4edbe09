import { useEffect, useReducer, useRef, useState } from 'react';
import { usePart } from '#src/components/ui/use-part.ts';
import { textOf } from '#src/lib/text/text-of.ts';

interface Props {
  readonly tag: string;
}

/** The end of the card: the feed of purchases loads shortly before it comes into view; one that fails leaves no gap. */
export function FeedPlace({ tag }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const [isLost, lose] = useReducer(() => true, false);
  useEffect(() => {
    if (seen || place.current === null) return;
    const look: IntersectionObserverCallback = (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    };
    const observer = new IntersectionObserver(look, { rootMargin: '25%' });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [seen]);
  return (
    <div className={isLost ? undefined : 'feed-place'} ref={place}>
      {seen && <Feed tag={tag} onFail={lose} />}
    </div>
  );
}

function Feed({ tag, onFail }: Props & { readonly onFail: () => void }) {
  const part = usePart(load, onFail);
  return part === null ? null : <part.Feed t={part.t} tag={tag} />;
}

async function load() {
  const { loadTexts } = await import('#src/client/load-texts.ts');
  const [{ ActivityFeed }, later] = await Promise.all([import('./ActivityFeed.tsx'), loadTexts()]);
  return { Feed: ActivityFeed, t: textOf(later) };
}
