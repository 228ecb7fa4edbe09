import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly text: string;
  /** `closed`: pressed, it says why nothing happens. */
  readonly look?: 'primary' | 'small' | 'wide' | 'closed';
}

/** A button with a text, which submits no form unless its `type` says so. */
export function Button({ text, look, ...others }: Props) {
  return (
    <button className={look ? `button button-${look}` : 'button'} type="button" {...others}>
      {text}
    </button>
  );
}
