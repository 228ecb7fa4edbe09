/** The parts of an OpenAPI document that tests read. */
export interface ApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Operation {
  /** "GET /api/config". */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly summary: string | undefined;
  /** Names of the path's parameters. */
  readonly parameters: readonly string[];
  readonly hasBody: boolean;
  /** Names of the body's fields. */
  readonly fields: readonly string[];
  /** Whether each documented status has a schema. */
  readonly answers: Readonly<Record<string, boolean>>;
}

interface Documented {
  summary?: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: { properties?: object } }> };
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}

/** Every operation of an OpenAPI document, in its order. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, value]) => {
      const { summary, parameters = [], requestBody, responses } = value as Documented;
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Operation['method'],
        path,
        summary,
        parameters: parameters.flatMap((parameter) => (parameter.in === 'path' ? [parameter.name] : [])),
        fields: Object.keys(requestBody?.content['application/json']?.schema?.properties ?? {}),
        hasBody: requestBody?.content['application/json']?.schema !== undefined,
        answers: Object.fromEntries(
          Object.entries(responses).map(([status, { content }]) => [
            status.toUpperCase(),
            Object.values(content ?? {}).some(({ schema }) => schema !== undefined),
          ]),
        ),
      };
    }),
  );
}
