interface Props {
  readonly text: string;
  readonly look: 'danger' | 'note' | 'warning';
}

/** A sentence that screen readers read out when it appears or changes. */
export function Status({ text, look }: Props) {
  return (
    <p className={look} role="status">
      {text}
    </p>
  );
}
