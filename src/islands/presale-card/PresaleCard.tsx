import { ErrorBoundary } from '#src/components/ui/ErrorBoundary.tsx';
import { useHydrated } from '#src/components/ui/use-hydrated.ts';
import type { CardProps } from './card-props.ts';
import { LiveCard } from './LiveCard.tsx';

/** The presale card. Prices exist in browsers only: the built page has the loading text. */
export function PresaleCard(props: CardProps) {
  const hydrated = useHydrated();
  return (
    <ErrorBoundary texts={props.texts}>
      {hydrated ? (
        <LiveCard {...props} />
      ) : (
        <section className="card-sale">
          <div className="card sale-form loading">
            <p data-loading>{props.texts['site.loading']}</p>
          </div>
          <div className="sale-state" />
        </section>
      )}
    </ErrorBoundary>
  );
}
