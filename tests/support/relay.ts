import { randomBytes } from 'node:crypto';
import { type WebSocket, WebSocketServer } from 'ws';

interface Call {
  readonly id: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Message {
  readonly topic: string;
  readonly message: string;
  readonly publishedAt: number;
  readonly tag: number;
}

/**
 * A relay of the wallet bridge on this machine: keeps every message for its topic and passes it to every subscriber.
 */
export interface Relay {
  readonly url: string;
  /** How often every message is delivered; 2 doubles them, 0 loses them until the next connection fetches them. */
  copies: number;
  /** How many messages were lost in this way. */
  readonly lost: number;
  /** Cuts every connection; the other side reconnects. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts a relay on a port, or a free one. */
export async function startRelay(port = 0): Promise<Relay> {
  const server = new WebSocketServer({ port, host: 'localhost' });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const subscribers = new Map<string, Map<WebSocket, string>>();
  const kept = new Map<string, Message[]>();

  const push = (socket: WebSocket, subscription: string, message: Message) => {
    const data = { ...message, attestation: '' };
    const call = { id: nextId(), jsonrpc: '2.0', method: 'irn_subscription', params: { id: subscription, data } };
    for (let copy = 0; copy < relay.copies; copy += 1) socket.send(JSON.stringify(call));
  };
  const subscribe = (socket: WebSocket, topic: string): string => {
    const here = subscribers.get(topic) ?? new Map<WebSocket, string>();
    subscribers.set(topic, here);
    const id = here.get(socket) ?? randomBytes(32).toString('hex');
    if (!here.has(socket)) for (const message of kept.get(topic) ?? []) push(socket, id, message);
    here.set(socket, id);
    return id;
  };
  const publish = (from: WebSocket, topic: string, message: string, tag: number) => {
    const entry = { topic, message, publishedAt: Date.now(), tag };
    kept.set(topic, [...(kept.get(topic) ?? []), entry]);
    for (const [socket, id] of subscribers.get(topic) ?? []) {
      if (socket === from) continue;
      if (relay.copies === 0) relay.lost += 1;
      push(socket, id, entry);
    }
  };

  const answer = (socket: WebSocket, method: string, params: Readonly<Record<string, unknown>>): unknown => {
    const topic = String(params.topic);
    const topics = (params.topics ?? []) as readonly string[];
    switch (method) {
      case 'irn_subscribe':
        return subscribe(socket, topic);
      case 'irn_batchSubscribe':
        return topics.map((each) => subscribe(socket, each));
      case 'irn_publish':
        publish(socket, topic, String(params.message), Number(params.tag));
        return true;
      case 'irn_batchFetchMessages':
        return { messages: topics.flatMap((each) => kept.get(each) ?? []), hasMore: false };
      case 'wc_proposeSession':
        subscribe(socket, String(params.pairingTopic));
        publish(socket, String(params.pairingTopic), String(params.sessionProposal), 1100);
        return true;
      case 'wc_approveSession':
        subscribe(socket, String(params.sessionTopic));
        publish(socket, String(params.pairingTopic), String(params.sessionProposalResponse), 1101);
        publish(socket, String(params.sessionTopic), String(params.sessionSettlementRequest), 1102);
        return true;
      default:
        return true;
    }
  };
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const { id, method, params = {} } = JSON.parse(String(data)) as Call;
      if (method === undefined) return;
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: answer(socket, method, params) }));
    });
    socket.on('close', () => {
      for (const here of subscribers.values()) here.delete(socket);
    });
  });

  const relay = {
    url: `ws://localhost:${address.port}`,
    copies: 1,
    lost: 0,
    cut() {
      for (const socket of server.clients) socket.terminate();
    },
    stop(): Promise<void> {
      relay.cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return relay;
}

let lastId = Date.now();

function nextId(): number {
  lastId += 1;
  return lastId;
}
