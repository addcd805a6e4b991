import { createServer, type Server } from 'node:http';
import { type MetricsJson, textOf } from './registries.ts';

/**
 * A server for `GET /metrics`, and for nothing else.
 *
 * @param gather the metrics of all processes
 * @param onError called if that fails, which must not end the process; the answer is 500
 */
export function metricsServer(
  gather: () => Promise<MetricsJson[]>,
  onError: (error: unknown) => void,
): Server {
  return createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (request.url?.split('?')[0] !== '/metrics' || !isRead) {
      response.writeHead(isRead ? 404 : 405, isRead ? {} : { Allow: 'GET, HEAD' }).end();
      return;
    }
    try {
      const { type, text } = await textOf(await gather());
      response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : text);
    } catch (error) {
      onError(error);
      response.writeHead(500).end();
    }
  });
}
