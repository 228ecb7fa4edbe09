/** The first of our languages that an Accept-Language header (RFC 9110) prefers; null if none matches. */
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
