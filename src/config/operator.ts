export interface Operator {
  readonly name: string;
  /** The registered office. */
  readonly office: string;
  /** Register and number; null if there is none. */
  readonly register: string | null;
  /** The visitors' contact address; null if there is none. */
  readonly email: string | null;
}

type OperatorSetting = `PUBLIC_OPERATOR_${'NAME' | 'OFFICE' | 'REGISTER'}` | 'PUBLIC_SUPPORT_EMAIL';

/** Who runs this site and sells, compiled in; null in a build that names nobody, which the site owes visitors. */
export const OPERATOR: Operator | null = readOperator({
  PUBLIC_OPERATOR_NAME: import.meta.env?.PUBLIC_OPERATOR_NAME,
  PUBLIC_OPERATOR_OFFICE: import.meta.env?.PUBLIC_OPERATOR_OFFICE,
  PUBLIC_OPERATOR_REGISTER: import.meta.env?.PUBLIC_OPERATOR_REGISTER,
  PUBLIC_SUPPORT_EMAIL: import.meta.env?.PUBLIC_SUPPORT_EMAIL,
});

/** The operator of a build's settings: one with a name and an office. */
export function readOperator(settings: Readonly<Partial<Record<OperatorSetting, unknown>>>): Operator | null {
  const text = (name: OperatorSetting) => {
    const value = settings[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const name = text('PUBLIC_OPERATOR_NAME');
  const office = text('PUBLIC_OPERATOR_OFFICE');
  if (name === null || office === null) return null;
  return { name, office, register: text('PUBLIC_OPERATOR_REGISTER'), email: text('PUBLIC_SUPPORT_EMAIL') };
}

/** In one line, as on a letterhead. */
export function operatorLine({ name, office, register, email }: Operator): string {
  return [name, office, register, email].filter((part) => part !== null).join(' · ');
}
