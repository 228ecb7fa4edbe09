/** Keys of offline pages and of visit counting. */
export const PWA_KEYS = {
  'pwa.offline.note': 'Banner on a page shown from the copy in the browser, because there is no connection.',
  'pwa.offline.title': 'Title and heading of the page shown without a connection.',
  'pwa.offline.text': 'Below it: this page is not saved; what follows is a list of pages that may be.',
  'pwa.offline.retry': 'Link that tries the same page again.',
  'analytics.consent':
    'Label of a checkbox on the privacy page: the visitor agrees that visits are counted, without cookies or identifiers.',
};
