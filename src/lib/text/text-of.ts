import { fill } from './fill.ts';

export type TextOf<Key extends string> = (key: Key, values?: Readonly<Record<string, string | number>>) => string;

/** An island's texts as a function, which also fills their `{placeholders}`. */
export function textOf<Key extends string>(texts: Readonly<Record<Key, string>>): TextOf<Key> {
  return (key, values) => fill(texts[key], values);
}
