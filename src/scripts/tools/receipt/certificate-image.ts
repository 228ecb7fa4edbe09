import { ENGRAVING_RADIUS, hashEngraving } from '#src/lib/engraving/hash-engraving.ts';

/** As large as the share images of the site's pages. */
const SIZE = { width: 1200, height: 630 } as const;
const MARGIN = 76;
/** Where the two lines of the frame are, from the edge. */
const [OUTER, INNER] = [26, 32] as const;
/** The words end here at the latest, as on the page. */
const ROOM = 560;
const LINE = 1.1;

/** The words of a certificate, from top to bottom. */
interface CertificateWords {
  readonly eyebrow: string;
  readonly figure: string;
  readonly unit: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  readonly note: string;
  /** Null on a picture that is not to name the payment. */
  readonly hash: string | null;
}

interface Look {
  readonly direction: 'ltr' | 'rtl';
  readonly display: string;
  readonly text: string;
  readonly colour: (token: string) => string;
}

/** Draws a certificate as a PNG, in the theme and direction of `page`, in this browser alone. Throws if it cannot. */
export async function certificateImage(page: Element, hash: string, words: CertificateWords): Promise<Blob> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SIZE);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  const look = await lookOf(page);
  context.fillStyle = look.colour('surface');
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  // Right-to-left pictures are mirrored: the words are drawn from the other edge.
  const x = (at: number) => (look.direction === 'ltr' ? at : SIZE.width - at);
  drawRings(context, hash, { look, x: x(900) });
  drawFrame(context, look);
  context.direction = look.direction;
  context.textAlign = 'start';
  drawWords(context, words, { look, x });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}

async function lookOf(page: Element): Promise<Look> {
  const style = getComputedStyle(page);
  const named = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const look = {
    direction: style.direction === 'rtl' ? 'rtl' : 'ltr',
    display: named('font-display'),
    text: named('font-text'),
    colour: named,
  } as const;
  // A canvas does not wait for fonts. Without them it draws with the system's.
  await Promise.all([`96px ${look.display}`, `24px ${look.text}`].map((font) => document.fonts.load(font))).catch(
    () => undefined,
  );
  return look;
}

function drawRings(context: CanvasRenderingContext2D, hash: string, { look, x }: { look: Look; x: number }): void {
  const scale = 360 / ENGRAVING_RADIUS;
  context.save();
  // It runs off the edge of the inner frame.
  context.beginPath();
  context.rect(INNER, INNER, SIZE.width - 2 * INNER, SIZE.height - 2 * INNER);
  context.clip();
  for (const { path, turns, ink } of hashEngraving(hash)) {
    const line = new Path2D(path);
    context.strokeStyle = look.colour(ink === 'first' ? 'accent' : 'warning');
    context.globalAlpha = 0.75;
    for (const turn of turns) {
      context.save();
      context.translate(x, SIZE.height / 2);
      context.scale(scale, scale);
      context.rotate((turn * Math.PI) / 180);
      context.lineWidth = LINE / scale;
      context.stroke(line);
      context.restore();
    }
  }
  context.restore();
}

function drawFrame(context: CanvasRenderingContext2D, look: Look): void {
  context.strokeStyle = look.colour('accent');
  for (const inset of [OUTER, INNER]) {
    context.lineWidth = inset === OUTER ? 2 : 1;
    context.strokeRect(inset, inset, SIZE.width - 2 * inset, SIZE.height - 2 * inset);
  }
}

interface Placed {
  readonly look: Look;
  readonly x: (at: number) => number;
}

function drawWords(context: CanvasRenderingContext2D, words: CertificateWords, { look, x }: Placed): void {
  const write = (text: string, at: readonly [x: number, y: number], font: string, colour: string) => {
    context.font = font;
    context.fillStyle = look.colour(colour);
    context.fillText(text, x(at[0]), at[1], ROOM);
  };
  write(words.eyebrow, [MARGIN, 106], `500 21px ${look.text}`, 'accent');
  write(words.figure, [MARGIN, 228], `96px ${look.display}`, 'text');
  write(words.unit, [MARGIN, 280], `34px ${look.display}`, 'text-soft');
  words.rows.forEach(([label, value], row) => {
    write(label, [MARGIN, 346 + row * 36], `21px ${look.text}`, 'text-soft');
    write(value, [MARGIN + 150, 346 + row * 36], `21px ${look.text}`, 'text');
  });
  const lines = wrapped(context, words.note, `18px ${look.text}`);
  lines.forEach((line, row) => {
    write(line, [MARGIN, 508 + row * 26], `18px ${look.text}`, 'text-soft');
  });
  if (words.hash === null) return;
  context.direction = 'ltr';
  context.textAlign = look.direction === 'ltr' ? 'left' : 'right';
  write(words.hash, [MARGIN, 576], `14px ${look.text}`, 'text-soft');
}

/** A text in at most two lines; a text without spaces breaks anywhere. */
function wrapped(context: CanvasRenderingContext2D, text: string, font: string): readonly string[] {
  context.font = font;
  if (context.measureText(text).width <= ROOM) return [text];
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text];
  let first = '';
  while (parts.length > 0 && context.measureText(first + parts[0]).width <= ROOM) first += parts.shift();
  return [first, parts.join('')];
}
