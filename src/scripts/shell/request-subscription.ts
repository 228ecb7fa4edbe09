import { request } from '#src/client/request.ts';
import { toastTextOf } from '#src/client/request-message.ts';
import { showToast } from '#src/stores/toasts.ts';
import { startStores } from './start-stores.ts';

/** Requests the newsletter and shows the result in a toast; returns whether it succeeded. */
export async function requestSubscription(email: string, locale: string | undefined): Promise<boolean> {
  // The stores show the toast; a form may be sent by what the visitor did before their scripts were there.
  startStores();
  try {
    await request('POST', '/api/newsletter/subscribe', { email, locale });
    showToast({ key: 'newsletterSubscribed', variant: 'success' });
    return true;
  } catch (error) {
    showToast({ key: 'newsletterFailed', variant: 'destructive', ...toastTextOf(error) });
    return false;
  }
}
