import { readGroups, writeGroups } from './grouped-facts.ts';

/** One field of a call, as the two sides see it on the wire. */
export interface WireFact {
  /** Method, path, and `>` for what the page sends or `<` with the status for the answer. */
  readonly call: string;
  /** Such as `items[].hash`; empty for the body itself. */
  readonly field: string;
  readonly isRequired: boolean;
  readonly types: readonly string[];
  /** The texts that it may be, if only some. */
  readonly values: readonly string[];
}

interface Schema {
  readonly [key: string]: unknown;
}

/** The parts of an OpenAPI document by which calls can break. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

/** Every field of every call of an OpenAPI document, but not of refusals, which are all alike. */
export function wireFacts({ paths, components }: OpenApi): readonly WireFact[] {
  const schemas = components?.schemas ?? {};
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const asked = bodyOf(call['requestBody']);
      const answers = Object.entries((call['responses'] ?? {}) as Record<string, Schema>).filter(([status]) =>
        status.startsWith('2'),
      );
      return [
        ...parametersOf(call).map((fact) => ({ ...fact, call: `${name} >` })),
        ...(asked === undefined ? [] : fieldsOf(asked, schemas).map((fact) => ({ ...fact, call: `${name} >` }))),
        ...answers.flatMap(([status, answer]) =>
          fieldsOf(bodyOf(answer) ?? {}, schemas).map((fact) => ({ ...fact, call: `${name} < ${status}` })),
        ),
      ];
    }),
  );
}

/** As text, a line for each call, with its fields in order: `name=types`, or `name?=types=values`. */
export function writeFacts(facts: readonly WireFact[]): string {
  return writeGroups(
    facts.map(({ call, field, isRequired, types, values }) => [
      call,
      `${field}${isRequired ? '' : '?'}=${types.join('|')}${values.length === 0 ? '' : `=${values.join('|')}`}`,
    ]),
  );
}

export function readFacts(text: string): readonly WireFact[] {
  const list = (joined = '') => (joined === '' ? [] : joined.split('|'));
  return readGroups(text).map(([call, fact]) => {
    const [name = '', types, values] = fact.split('=');
    const field = name.replace(/\?$/, '');
    return { call, field, isRequired: field === name, types: list(types), values: list(values) };
  });
}

/**
 * In words, everything by which a page that was built against `before` would fail against `now`. Additions are no
 * faults: pages ignore fields that they do not know, and have a sentence for values that they do not know.
 */
export function wireBreaks(before: readonly WireFact[], now: readonly WireFact[]): readonly string[] {
  const known = new Map(now.map((fact) => [`${fact.call}\t${fact.field}`, fact]));
  const calls = new Set(now.map(({ call }) => call));
  const isSent = ({ call }: WireFact) => call.endsWith('>');
  const old = new Set(before.map(({ call, field }) => `${call}\t${field}`));
  const asked = new Set(before.filter(isSent).map(({ call }) => call));
  return [
    ...before.flatMap((was) => {
      const is = known.get(`${was.call}\t${was.field}`);
      const name = `${was.call} ${was.field}`.trim();
      if (is === undefined) return [`${calls.has(was.call) ? name : was.call} is gone`];
      return isSent(was) ? breaksOfSent(name, was, is) : breaksOfAnswer(name, was, is);
    }),
    ...now.flatMap((is) =>
      isSent(is) && is.isRequired && asked.has(is.call) && !old.has(`${is.call}\t${is.field}`)
        ? [`${is.call} ${is.field} is new, and required`]
        : [],
    ),
  ];
}

function breaksOfSent(name: string, was: WireFact, is: WireFact): string[] {
  const refused = was.types.filter((type) => !is.types.includes(type) && is.types.length > 0);
  const values = is.values.length === 0 ? [] : was.values.filter((value) => !is.values.includes(value));
  return [
    ...(is.isRequired && !was.isRequired ? [`${name} has become required`] : []),
    ...refused.map((type) => `${name} may no longer be ${type}`),
    ...(was.values.length === 0 && is.values.length > 0 ? [`${name} may no longer be any text`] : []),
    ...values.map((value) => `${name} may no longer be ${value}`),
  ];
}

function breaksOfAnswer(name: string, was: WireFact, is: WireFact): string[] {
  const added = was.types.length === 0 ? [] : is.types.filter((type) => !was.types.includes(type));
  return [
    ...(was.isRequired && !is.isRequired ? [`${name} may be absent`] : []),
    ...added.map((type) => `${name} may be ${type}`),
  ];
}

function bodyOf(of: unknown): Schema | undefined {
  const content = (of as { content?: Record<string, { schema?: Schema }> } | undefined)?.content;
  return content?.['application/json']?.schema;
}

function parametersOf(call: Schema): Omit<WireFact, 'call'>[] {
  const parameters = (call['parameters'] ?? []) as { name: string; in: string; required?: boolean; schema?: Schema }[];
  return parameters.map(({ name, in: place, required = false, schema = {} }) => ({
    field: `${place}:${name}`,
    isRequired: required,
    types: typesOf(schema, {}),
    values: valuesOf(schema, {}),
  }));
}

/** The alternatives of a schema, with references and combinations resolved. */
function variantsOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): readonly Schema[] {
  const reference = schema['$ref'];
  if (typeof reference === 'string')
    return variantsOf(schemas[reference.replace('#/components/schemas/', '')] ?? {}, schemas);
  const several = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as readonly Schema[] | undefined;
  return several === undefined ? [schema] : several.flatMap((one) => variantsOf(one, schemas));
}

function typesOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): readonly string[] {
  const variants = variantsOf(schema, schemas);
  const types = variants.flatMap((variant) => [variant['type'] ?? []].flat() as string[]);
  return [...new Set([...types, ...(isNullable(schema) ? ['null'] : [])])].sort();
}

function isNullable(schema: Schema): boolean {
  const several = (schema['anyOf'] ?? schema['oneOf'] ?? []) as readonly Schema[];
  return schema['nullable'] === true || several.some(isNullable);
}

function valuesOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): readonly string[] {
  const lists = variantsOf(schema, schemas).map(
    ({ enum: list, const: only }) => list ?? (only === undefined ? [] : [only]),
  );
  // A variant without a list permits any text.
  if (lists.some((list) => (list as unknown[]).length === 0)) return [];
  return [
    ...new Set(
      lists
        .flat()
        .filter((value) => value !== null)
        .map(String),
    ),
  ].sort();
}

function fieldsOf(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  field = '',
  isRequired = true,
): Omit<WireFact, 'call'>[] {
  const own = { field, isRequired, types: typesOf(schema, schemas), values: valuesOf(schema, schemas) };
  const variants = variantsOf(schema, schemas);
  const objects = variants.filter(({ type, properties }) => type === 'object' || properties !== undefined);
  const names = new Set(objects.flatMap(({ properties }) => Object.keys((properties ?? {}) as Schema)));
  const inner = [...names].flatMap((name) => {
    const having = objects.filter(({ properties }) => name in ((properties ?? {}) as Schema));
    const isAlways =
      having.length === objects.length && having.every(({ required }) => ((required ?? []) as string[]).includes(name));
    const anyOf = having.map(({ properties }) => (properties as Record<string, Schema>)[name] ?? {});
    return fieldsOf({ anyOf }, schemas, field === '' ? name : `${field}.${name}`, isAlways);
  });
  const items = variants.flatMap(({ items: one }) => (one === undefined ? [] : [one as Schema]));
  const more = objects.flatMap(({ additionalProperties: one }) =>
    typeof one === 'object' && one !== null ? [one as Schema] : [],
  );
  return [
    own,
    ...inner,
    ...(items.length === 0 ? [] : fieldsOf({ anyOf: items }, schemas, `${field}[]`)),
    ...(more.length === 0 ? [] : fieldsOf({ anyOf: more }, schemas, `${field}.*`)),
  ];
}
