import { useEffect, useReducer, useRef, useState } from 'react';
import { usePartOnPage } from '#src/components/ui/page.tsx';

/** The end of the card: the feed of purchases loads shortly before it comes into view; one that fails leaves no gap. */
export function FeedPlace() {
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
      {seen && <Feed onFail={lose} />}
    </div>
  );
}

function Feed({ onFail }: { readonly onFail: () => void }) {
  return usePartOnPage(load, onFail, ({ ActivityFeed }) => <ActivityFeed />);
}

async function load() {
  const { loadTexts } = await import('#src/client/load-texts.ts');
  const [{ ActivityFeed }, texts] = await Promise.all([import('./ActivityFeed.tsx'), loadTexts()]);
  return { ActivityFeed, texts };
}
