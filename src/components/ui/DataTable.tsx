import type { ReactNode } from 'react';

interface Props {
  /** Its name, where its section does not have that. */
  readonly label?: string;
  readonly columns: readonly string[];
  /** The last columns, of figures. */
  readonly figures?: readonly string[];
  /** On a phone every row is a list of its cells. */
  readonly isStacked?: boolean;
  /** The rows, and what is below them. */
  readonly children: ReactNode;
}

/** A table that scrolls in a place of its own where the window is too narrow for it. */
export function DataTable({ label, columns, figures = [], isStacked = false, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="data-scroll" tabIndex={0} aria-label={label}>
      <table className={isStacked ? 'data stacked' : 'data'}>
        <thead>
          <tr>
            {[...columns, ...figures].map((name, index) => (
              <th key={name} scope="col" className={index < columns.length ? undefined : 'end'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}
