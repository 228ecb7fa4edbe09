/** Stands for an amount that the visitor hides; all look alike. */
export const HIDDEN_AMOUNT = '•••••';
