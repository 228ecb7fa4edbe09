import { RequestError } from '#src/client/request.ts';
import type { DashboardProps } from './dashboard-props.ts';

/** The API's refusal in the page's language, or that it cannot be reached. */
export function refusalOf(texts: DashboardProps['texts'], error: unknown): string {
  console.warn(error);
  const code = error instanceof RequestError ? error.code : null;
  return (texts as Readonly<Record<string, string>>)[`api.${code}`] ?? texts['api.storage_unavailable'];
}
