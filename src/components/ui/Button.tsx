import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly text: string;
  readonly look?: 'primary' | 'small' | 'wide';
}

/** A button with a text, which submits no form unless its `type` says so. */
export function Button({ text, look, ...others }: Props) {
  return (
    <button className={look ? `button button-${look}` : 'button'} type="button" {...others}>
      {text}
    </button>
  );
}
