/**
 * The first of the site's languages that the visitor prefers by an Accept-Language header (RFC 9110), compared by base
 * language ("pt-BR" is "pt"); null if none matches. Skips malformed parts.
 */
export function preferredLanguage<Code extends string>(
  header: string | undefined,
  codes: readonly Code[],
): Code | null {
  const wishes = (header ?? '').slice(0, 1000).split(',').map(readWish);
  const liked = wishes.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  for (const { base } of liked) {
    const found = codes.find((code) => code === base);
    if (found !== undefined) return found;
  }
  return null;
}

function readWish(part: string): { base: string; quality: number } {
  const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
  const base = tag.split('-', 1)[0]?.toLowerCase() ?? '';
  return { base, quality: /^(?:0|1)(?:\.\d{0,3})?$/.test(quality) ? Math.min(1, Number(quality)) : 0 };
}
