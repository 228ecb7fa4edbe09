import { Island } from '#src/components/ui/page.tsx';
import type { CardProps } from './card-props.ts';
import { LiveCard } from './LiveCard.tsx';

/** The presale card. Prices exist in browsers only: the built page has the loading text. */
export function PresaleCard(props: CardProps) {
  const loading = (
    <section className="card-sale">
      <div className="card sale-form loading">
        <p data-loading>{props.texts['site.loading']}</p>
      </div>
      <div className="sale-state" />
    </section>
  );
  return (
    <Island given={props} loading={loading}>
      <LiveCard />
    </Island>
  );
}
