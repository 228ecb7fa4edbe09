import type { Fault } from '../fault.ts';

/** Faults of the area "api-client". */
export const API_CLIENT_FAULTS: readonly Fault[] = [
  {
    id: 'R7.001',
    file: 'src/client/request.ts',
    find: '    method,\n',
    replace: "    method: 'GET',\n",
  },
  {
    id: 'R7.002',
    file: 'src/client/request.ts',
    find: "'Content-Type': 'application/json'",
    replace: "'Content-Type': 'text/plain'",
  },
  {
    id: 'R7.003',
    file: 'src/client/request.ts',
    find: "credentials: 'include'",
    replace: "credentials: 'same-origin'",
  },
  {
    id: 'R7.005',
    file: 'src/client/query.ts',
    find: ".join('/')",
    replace: ".join('')",
  },
  {
    id: 'R7.006',
    file: 'src/client/request.ts',
    find: "credentials: 'include'",
    replace: "credentials: method === 'GET' ? 'same-origin' : 'include'",
  },
  {
    id: 'R7.008',
    file: 'src/client/request.ts',
    find: '(await response.json()) as T',
    replace: '(await response.text()) as T',
  },
  {
    id: 'R7.022',
    file: 'src/client/request-message.ts',
    find: '(error.serverMessage ?? error.message)',
    replace: 'error.message',
  },
  {
    id: 'R8.001',
    file: 'src/client/request.ts',
    find: 'if (!response.ok) throw',
    replace: 'if (response.status >= 500) throw',
  },
  {
    id: 'R8.002',
    file: 'src/client/request.ts',
    find: 'status}: $',
    replace: 'status} $',
  },
  {
    id: 'R8.003',
    file: 'src/client/request.ts',
    find: 'body || statusText',
    replace: 'body ?? statusText',
  },
  {
    id: 'R8.004',
    file: 'src/client/request.ts',
    find: 'if (!response.ok) throw',
    replace: 'if (response.status === 401) return null as T;\n  if (!response.ok) throw',
  },
  {
    id: 'R9.028',
    file: 'src/stores/queries.ts',
    find: 'onErrorRetry: null',
    replace: 'onErrorRetry: () => 5_000',
  },
  {
    id: 'R9.029',
    file: 'src/stores/queries.ts',
    find: 'Reconnect: false,\n});',
    replace:
      "Reconnect: false,\n});\nglobalThis.addEventListener?.('visibilitychange', () => revalidateKeys(() => true));",
  },
  {
    id: 'R9.030',
    file: 'src/stores/queries.ts',
    find: 'Reconnect: false,\n});',
    replace:
      "Reconnect: false,\n});\nif (typeof window === 'object') setInterval(() => revalidateKeys(() => true), 60_000);",
  },
  {
    id: 'R9.031',
    file: 'src/stores/queries.ts',
    find: 'dedupeTime: Number.POSITIVE_INFINITY',
    replace: 'dedupeTime: 60_000',
  },
];
