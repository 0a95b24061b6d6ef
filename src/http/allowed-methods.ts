// Which methods a path takes, for 405 instead of 404: of all that is registered with the server, its pages and documents
// as well as the routes of the tables.
import type { FastifyInstance } from 'fastify';

/** Learns of the routes that are registered from now on; the answer is empty for a path that there is not. */
export function watchMethods(app: FastifyInstance): (url: string) => string[] {
  const known: { readonly method: string; readonly pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = patternOf(url);
    for (const one of [method].flat()) known.push({ method: one, pattern });
  });
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    // Every GET brings its HEAD along; it is told last.
    return methods.delete('HEAD') ? [...methods, 'HEAD'] : [...methods];
  };
}

/** A route for whatever lies under a path (`*`) names none of it: what is there, its handler knows. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`);
