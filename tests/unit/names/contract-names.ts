import { z } from 'zod';
import { filesOf } from './source-texts.ts';

/** The fields of every schema of the contract and the values of every list of it, by their exported name. */
export async function contractNames(): Promise<Record<string, readonly string[]>> {
  const names: Record<string, readonly string[]> = {};
  for (const file of filesOf('src/contract/*.ts'))
    for (const [name, value] of Object.entries((await import(file)) as Record<string, unknown>)) {
      const stated = namesIn(value);
      if (stated.length > 0) names[name] = stated;
    }
  return names;
}

function namesIn(value: unknown): readonly string[] {
  if (value instanceof z.ZodType) return fieldsOf(z.toJSONSchema(value, { io: 'input', unrepresentable: 'any' }));
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string');
  return typeof value === 'object' && value !== null ? Object.keys(value) : [];
}

interface Node {
  readonly [key: string]: unknown;
}

/** Paths of all fields, such as `items.hash`, and the texts of those that allow only some: `status=open|closed`. */
function fieldsOf(schema: unknown): readonly string[] {
  const found = new Set<string>();
  const look = (node: unknown, path: string) => {
    if (Array.isArray(node)) for (const each of node) look(each, path);
    else if (typeof node === 'object' && node !== null) lookInto(node as Node, path);
  };
  const lookInto = (node: Node, path: string) => {
    const values = [node['enum'], node['const']].flat().filter((value) => typeof value === 'string');
    if (values.length > 0) found.add(`${path}=${values.join('|')}`);
    for (const [name, field] of Object.entries((node['properties'] ?? {}) as Node)) {
      const inner = path === '' ? name : `${path}.${name}`;
      found.add(inner);
      look(field, inner);
    }
    for (const key of ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', '$defs']) look(node[key], path);
  };
  look(schema, '');
  return [...found].sort();
}
