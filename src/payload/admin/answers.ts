import { type Endpoint, isolateObjectProperty } from 'payload';

/** What was answered, by path. */
export type Answered = Record<string, { status: number; body: unknown }>;

const MAX_PATHS = 20;
const OF_REQUEST = ['context', 'query', 'routeParams', 'searchParams', 'transactionID'] as const;

/** `GET /portal-answers?path=/a&path=/b`: what these endpoints answer to the user of the request. Each judges it by itself. */
export const answersEndpoint: Omit<Endpoint, 'root'> = {
  path: '/portal-answers',
  method: 'get',
  handler: async (req) => {
    const answerOf = async (path: string): Promise<Answered[string]> => {
      const { pathname, searchParams } = new URL(path, 'http://api');
      // A host's own are asked at their own address, which a proxy may keep from others.
      const isAsked = (each: Endpoint) =>
        each.method === 'get' && each !== answersEndpoint && paramsIn(each.path, pathname);
      const found = pathname.startsWith('/portal-') && req.payload.config.endpoints.find(isAsked);
      if (!found) return { status: 404, body: null };
      const own = Object.assign(isolateObjectProperty(req, [...OF_REQUEST]), {
        context: {},
        query: Object.fromEntries(searchParams),
        routeParams: paramsIn(found.path, pathname) ?? {},
        searchParams,
        transactionID: undefined,
      });
      const response = await found.handler(own);
      return { status: response.status, body: await response.json() };
    };
    const refused = ({ status = 500 }: { status?: number }) => ({ status, body: null });
    const paths = req.searchParams.getAll('path').slice(0, MAX_PATHS);
    const answers = paths.map(async (path) => [path, await answerOf(path).catch(refused)]);
    return Response.json(Object.fromEntries(await Promise.all(answers)) as Answered);
  },
};

/** Undefined if the path is of another endpoint. */
function paramsIn(pattern: string, path: string): Record<string, string> | undefined {
  const [names, parts] = [pattern.split('/'), path.split('/').map(decodeURIComponent)];
  const isOwn =
    names.length === parts.length && names.every((name, at) => name[0] === ':' || name === parts[at]);
  return isOwn ? Object.fromEntries(names.map((name, at) => [name.slice(1), parts[at] ?? ''])) : undefined;
}
