import { spaced } from '../text/spaced.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** The age of an event, in the largest whole unit, from milliseconds: "5 minutes ago"; under a minute "this minute". */
export function formatAge(milliseconds: number, tag: string): string {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [unit, length] = UNITS.find((each) => seconds >= each[1]) ?? ['minute', 60];
  return spaced(format.format(-Math.floor(seconds / length), unit), tag);
}
