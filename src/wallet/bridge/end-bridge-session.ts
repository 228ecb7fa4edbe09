import { PROVIDER_TIMES } from '#src/config/limits.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import type { Universal } from './bridge-provider.ts';

const LEFT_BY_VISITOR = { code: 6000, message: 'User disconnected.' };

/**
 * Forgets the session at once, so that another one can be made, and tells everything that follows it, and the wallet.
 * Throws if the wallet cannot be told in time; it hears later, when the relay is back. The library's own disconnect()
 * tells nobody in the page, and would forget whatever session there is when the relay comes back.
 */
export async function endBridgeSession(universal: Universal): Promise<void> {
  const { session } = universal;
  delete universal.session;
  delete universal.namespaces;
  if (session === undefined) return;
  universal.events.emit('disconnect');
  const told = universal.client.disconnect({ topic: session.topic, reason: LEFT_BY_VISITOR });
  await withDeadline(told, PROVIDER_TIMES.desktopMs);
}
