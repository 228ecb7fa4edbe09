import partners from '#content/partners.json' with { type: 'json' };
import { type PartnersResponse, partnersResponseSchema } from '#src/contract/partners.ts';

/** The partners announced in content/partners.json. Throws an Error that names the file and its fault. */
export function partnerList(content: unknown = partners): PartnersResponse {
  const parsed = partnersResponseSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `content/partners.json: ${path.join('.')}: ${message}`,
  );
  throw new Error(problems.join('\n'));
}
