import type { Notice } from '#src/wallet/notice.ts';

/** A purchase that must not continue; nothing was sent. `notice` is the toast that says why. */
export class PurchaseRefusal extends Error {
  override readonly name = 'PurchaseRefusal';
  readonly notice: Notice;

  constructor(notice: Notice) {
    super(notice.key);
    this.notice = { variant: 'destructive', ...notice };
  }
}
