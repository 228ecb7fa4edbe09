import { z } from 'zod';
import stated from '#content/facts.json' with { type: 'json' };
import { isOfCode, withCodeFigures } from '#src/config/figures.ts';

/** The unit of a fact's value; it decides how the value is formatted. */
export const FACT_UNITS = [
  'synx',
  'usd',
  'price',
  'percent',
  'date',
  'days',
  'months',
  'years',
  'seconds',
  'count',
  'tps',
  'ratio',
] as const;

/** A decimal without separators, or an ISO 8601 day. */
const value = z
  .string()
  .regex(/^(?:\d+(?:\.\d+)?|\d{4}-\d{2}-\d{2})$/, 'must be digits with at most one dot, or a day');

const factSchema = z
  .strictObject({
    value: value.optional(),
    unit: z.enum(FACT_UNITS),
    basis: z.enum(['stated', 'computed', 'unknown']),
    source: z.string().trim().min(1, 'is empty'),
    readings: z.array(z.strictObject({ value: z.string().min(1), note: z.string().min(1) })).optional(),
  })
  .refine(({ unit, value: stated }) => stated === undefined || (unit === 'date') === stated.includes('-'), {
    path: ['value'],
    message: 'must be a day such as 2026-03-01 with the unit date, and a number with every other unit',
  });

const factsSchema = z.record(
  z.string().regex(/^[a-z][a-zA-Z0-9]*(?:\.[a-zA-Z0-9]+)*$/, 'is not a dotted name'),
  factSchema,
);

export type Fact = z.infer<typeof factSchema> & { readonly value: string };
export type Facts = Readonly<Record<string, Fact>>;

/** All faults of facts.json, one line each with file, id and field. */
export function checkFacts(content: unknown, file = 'content/facts.json'): readonly string[] {
  const parsed = factsSchema.safeParse(content);
  if (parsed.success) return Object.entries(parsed.data).flatMap(([id, fact]) => valueProblems(id, fact, file));
  return parsed.error.issues.flatMap((issue) => {
    const id = String(issue.path[0] ?? 'the file');
    const field = issue.path.slice(1).join('.');
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${file}: ${id}: ${key}: unknown field`);
    const missing = issue.code === 'invalid_type' && issue.input === undefined;
    return [`${file}: ${[id, field].filter(Boolean).join(': ')}: ${missing ? 'missing' : issue.message}`];
  });
}

function valueProblems(id: string, { value: stated }: z.infer<typeof factSchema>, file: string): readonly string[] {
  const isCoded = isOfCode(id);
  if (isCoded === (stated === undefined)) return [];
  return [`${file}: ${id}: value: ${isCoded ? 'is that of src/config/figures.ts; leave it out here' : 'missing'}`];
}

/** Parses a facts file; throws an Error that lists every problem. */
export function parseFacts(content: unknown, file?: string): Facts {
  const problems = checkFacts(content, file);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return withCodeFigures(content as Readonly<Record<string, z.infer<typeof factSchema>>>);
}

let found: readonly string[] | undefined;

/** All faults of the site's content/facts.json, computed once. */
export function statedProblems(): readonly string[] {
  found ??= checkFacts(stated);
  return found;
}

let checked: Facts | undefined;

/** Every number the site states, from content/facts.json, checked once; throws if the file has faults. */
export function loadFacts(): Facts {
  checked ??= parseFacts(stated);
  return checked;
}
