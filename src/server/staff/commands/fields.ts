import { z } from 'zod';
import { commitSchema } from '#src/contract/shapes.ts';
import { parseDecimal } from '#src/lib/money/decimal.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { parseWallet } from '#src/server/platform/util/parse-wallet.ts';
import type { Field } from '../screen/screen.ts';

/** How a field is asked for, where its schema does not say it (`.meta()`). */
interface Asked {
  /** Its label; `{name}` is replaced by the value of another field. */
  readonly description?: string | undefined;
  readonly type?: Field['type'];
  /** Labels of the values of a choice. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A field of a command as forms and the help ask for it. */
export function askedField(name: string, schema: z.ZodType): Field {
  let asked: Asked = {};
  let values: readonly string[] = [];
  for (let part: z.core.$ZodType | undefined = schema; part !== undefined; part = inside(part)) {
    asked = { ...z.globalRegistry.get(part), ...asked };
    if (part instanceof z.ZodEnum) values = part.options.map(String);
  }
  const { description = `${name.charAt(0).toUpperCase()}${name.slice(1)}`, labels = {}, type = 'text' } = asked;
  const options = values.map((value) => ({ value, label: labels[value] ?? value }));
  return {
    name,
    label: description,
    ...(options.length === 0 ? { type } : { type: 'select', options }),
    optional: schema.safeParse('').success,
  };
}

/** The schema within an optional or transformed one. */
function inside({ _zod: { def } }: z.core.$ZodType): z.core.$ZodType | undefined {
  const { innerType, in: first } = def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
  return innerType ?? first;
}

/** Fields of commands: typed text, checked and parsed. */
export const idField = z
  .string()
  .regex(/^[1-9]\d{0,17}$/, 'must be a number')
  .transform(BigInt);

/** An address in lower case; in mixed case its checksum must be right. */
export const walletField = z
  .string()
  .trim()
  .transform((text, context) => {
    try {
      return parseWallet(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof ApiFailure ? error.message : 'is no address' });
      return z.NEVER;
    }
  });

/** Text of a person; line ends are line feeds, other control characters are refused. */
export function textField(max: number, min = 0) {
  return z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .min(min, min <= 1 ? 'is missing' : `needs at least ${min} characters`)
        .max(max)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
        .regex(/^[^\u0000-\u0009\u000b-\u001f\u007f]*$/, 'has characters that cannot be shown'),
    );
}

/** A decimal amount in base units, none above or below what the sale can have. */
export function unitsField(decimals: number, wrong: string, isPossible: (units: bigint) => boolean) {
  return z
    .string()
    .trim()
    .transform((text, context) => {
      const units = parseDecimal(text, decimals);
      if (units !== null && isPossible(units)) return units;
      context.addIssue({ code: 'custom', message: wrong });
      return z.NEVER;
    });
}

/** The reason for an action that needs two people; the second one reads it. */
export const reasonField = textField(1_000, 10).meta({
  description: 'Reason, for the second person',
  type: 'textarea',
});

export const yesNoField = z.enum(['no', 'yes']).transform((text) => text === 'yes');

/** A day as YYYY-MM-DD. */
export const dayField = z.iso.date();

/** A time in UTC; browsers send 2026-05-04T12:00 for it. */
export const timeField = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?Z?$/, 'must be like 2026-05-04T12:00')
  .transform((text) => Date.parse(text.endsWith('Z') ? text : `${text}Z`))
  .refine(Number.isFinite, 'is no time');

export const transactionHashField = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^0x[0-9a-f]{64}$/, 'must be 0x and 64 digits');

/** The commit of a build's source, in full. */
export const commitField = z
  .string()
  .trim()
  .toLowerCase()
  .pipe(commitSchema)
  .describe('Commit of its source, as /verify shows it');
