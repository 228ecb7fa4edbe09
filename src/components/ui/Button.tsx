import type { ComponentProps } from 'react';

const LOOKS = {
  plain: 'button',
  primary: 'button button-primary',
  small: 'button button-small',
  wide: 'button button-wide',
  link: 'link',
  inline: 'link-inline',
} as const;

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly text: string | undefined;
  readonly look?: keyof typeof LOOKS;
}

/** A button with a text, which submits no form unless its `type` says so. */
export function Button({ text, look = 'plain', ...others }: ButtonProps) {
  return (
    <button className={LOOKS[look]} type="button" {...others}>
      {text}
    </button>
  );
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'className' | 'children'> {
  readonly text: string | undefined;
  readonly look?: keyof typeof LOOKS;
  /** Opens another site, or a page that is read beside this one, in a tab of its own. */
  readonly apart?: boolean;
}

/** A link with a text. */
export function Link({ text, look = 'link', apart = false, ...others }: LinkProps) {
  return (
    <a className={LOOKS[look]} {...(apart && { target: '_blank', rel: 'noreferrer' })} {...others}>
      {text}
    </a>
  );
}

interface StatusProps {
  readonly text: string;
  readonly look: 'danger' | 'note' | 'warning';
}

/** A sentence that screen readers read out when it appears or changes. */
export function Status({ text, look }: StatusProps) {
  return (
    <p className={look} role="status">
      {text}
    </p>
  );
}
