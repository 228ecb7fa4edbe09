import { useId } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
}

/** One labelled figure; a screen reader reads the value with its label. */
export function Figure({ label, value }: Props) {
  const id = useId();
  return (
    <div>
      <p className="label" id={id}>
        {label}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a figure of the page, not the result of a form */}
      <p className="figure" role="group" aria-labelledby={id}>
        <span className="ltr">{value}</span>
      </p>
    </div>
  );
}
