const ICONS = import.meta.glob<string>('/public/icons/{chains,flags}/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** An icon's address, such as `flags/en`, which contains the picture itself, so that no page requests a file for it. */
export function iconAddress(name: `${'chains' | 'flags'}/${string}`): string {
  const svg = ICONS[`/public/icons/${name}.svg`];
  if (svg === undefined) throw new RangeError(`no icon ${name}`);
  return `data:image/svg+xml,${svg
    .trim()
    .replaceAll('"', "'")
    .replace(/[%#<>]/g, encodeURIComponent)}`;
}
