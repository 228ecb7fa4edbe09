import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'a'>, 'className' | 'children'> {
  readonly text: string | undefined;
  readonly look?: 'link' | 'link-inline' | 'button' | 'button button-primary' | 'button button-small';
  /** Opens another site, or a page that is read beside this one, in a tab of its own. */
  readonly apart?: boolean;
}

/** A link with a text. */
export function Link({ text, look = 'link', apart = false, ...others }: Props) {
  return (
    <a className={look} {...(apart && { target: '_blank', rel: 'noreferrer' })} {...others}>
      {text}
    </a>
  );
}
