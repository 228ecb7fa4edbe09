const ICONS = import.meta.glob<string>('/public/icons/{chains,flags}/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * The address of an icon, such as `flags/de`, that contains the icon itself: the first screen requests no file for it.
 * Throws if there is no such icon.
 */
export function inlineIcon(name: string): string {
  const svg = ICONS[`/public/icons/${name}.svg`];
  if (svg === undefined) throw new Error(`no icon ${name}`);
  return `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#<>]/g, encodeURIComponent)}`;
}
