const ICONS = import.meta.glob<string>('/public/icons/{chains,flags}/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The address of an icon, such as `flags/en`, which contains the picture itself: a page requests no file for it. */
export function iconAddress(name: `${'chains' | 'flags'}/${string}`): string {
  const svg = ICONS[`/public/icons/${name}.svg`];
  if (svg === undefined) throw new RangeError(`no icon ${name}`);
  return `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#<>]/g, encodeURIComponent)}`;
}
