import Fastify from 'fastify';

// The yardstick: the smallest Fastify route that answers the same JSON, in a separate process.
const app = Fastify();
const answers = new Map<string, unknown>();
app.post('/answers', async (request) => {
  for (const [path, answer] of Object.entries(request.body as Record<string, unknown>)) answers.set(path, answer);
  return {};
});
app.get('/*', async (request) => answers.get(request.url));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url: address })}\n`);
process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
