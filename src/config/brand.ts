/** Colours of the identity, for images drawn outside pages: those of the two themes in styles/tokens.css. */
export const INK = '#0b1311';
export const IVORY = '#f3efe4';
export const MINT = '#8ed9b3';
/** Engraved lines on ink: mint at 40 %. */
export const ENGRAVED = '#3f6252';
/** Secondary text on ink. */
export const MIST = '#afbbb1';
/** The green of the light theme, for paper. */
export const GREEN = '#0d5c45';
export const PAPER = '#f5f1e6';
export const PAPER_TEXT = '#15201b';
export const PAPER_LINE = '#d3ccb8';
export const PAPER_SOFT = '#4a574f';

/** The colours that the press may use, in display order. */
export const PRESS_COLOURS = [INK, IVORY, MINT, GREEN, PAPER] as const;

/** Files of the name mark for the press: the colour of its letters, and a background that suits it. */
export const PRESS_MARKS = [
  { name: 'synx-mark-on-light', key: 'press.kit.onLight', ink: INK, ground: PAPER },
  { name: 'synx-mark-on-dark', key: 'press.kit.onDark', ink: IVORY, ground: INK },
] as const;
