import type { Fault } from '../fault.ts';

/** Faults of the area "newsletter". */
export const NEWSLETTER_FAULTS: readonly Fault[] = [
  {
    id: 'R3.050',
    file: 'src/contract/newsletter.ts',
    find: '  email: emailSchema,',
    replace: '  address: emailSchema,',
  },
  {
    id: 'R4.049',
    file: 'content/i18n/en.json',
    find: '"newsletter.submitting": "Subscribing..."',
    replace: '"newsletter.submitting": "Please wait..."',
  },
  {
    id: 'R4.050',
    file: 'src/scripts/shell/newsletter.ts',
    find: "if (await requestSubscription(field.value.trim(), form.dataset.newsletter)) field.value = '';",
    replace: 'await requestSubscription(field.value.trim(), form.dataset.newsletter);',
  },
  {
    id: 'R4.051',
    file: 'src/scripts/shell/request-subscription.ts',
    find: 'return false;',
    replace: 'return true;',
  },
  {
    id: 'R5.027',
    file: 'src/components/Subscribe.astro',
    find: '      required\n',
    replace: '',
  },
  {
    id: 'R5.028',
    file: 'src/components/Subscribe.astro',
    find: 'type="email"',
    replace: 'type="text"',
  },
  {
    id: 'R5.029',
    file: 'src/scripts/shell/newsletter.ts',
    find: "field.value.trim() === '' || form.ariaBusy === 'true') return;\n  if (form.reportValidity())",
    replace: "form.ariaBusy === 'true') return;\n  if (field.value === '' || form.reportValidity())",
  },
  {
    id: 'R8.047',
    file: 'content/i18n/en.json',
    find: '"toast.newsletterFailed.text": "Failed to subscribe to newsletter."',
    replace: '"toast.newsletterFailed.text": "Please try again later."',
  },
  {
    id: 'R8.048',
    file: 'content/i18n/en.json',
    find: 'been subscribed to our newsletter.',
    replace: 'been signed up.',
  },
];
