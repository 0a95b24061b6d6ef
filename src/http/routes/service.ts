// Routes about the service itself: the root object and the guide for language models (specification 4.8).
import { z } from 'zod';
import { llmsText } from '../llms-text.ts';
import { rootVersion } from '../parts.ts';
import type { KeyedRoute, PublicRoute, Route } from '../route.ts';
import { errorSchema, rootSchema } from '../shapes/schemas.ts';

/** `GET /` tells what is really registered, so it is made from the table it stands in. */
export function serviceRoutes(others: readonly Route[]): readonly Route[] {
  const root: KeyedRoute = {
    method: 'GET',
    path: '/',
    tag: 'Service',
    scope: 'any',
    summary: 'What this service offers',
    answers: {
      200: { description: 'Name, version and routes.', schema: rootSchema },
      401: { description: 'The API key is missing or not valid.', schema: errorSchema },
    },
    handle: async () => ({
      message: 'Docmill converts documents to Markdown.',
      version: rootVersion,
      docs: '/docs',
      routers: routersOf([...others, root, guide]),
    }),
  };
  const guide: PublicRoute = {
    method: 'GET',
    path: '/llms.txt',
    tag: 'Service',
    scope: 'public',
    summary: 'How to call this service, for language models',
    answers: { 200: { description: 'A short guide in Markdown.', schema: z.string(), mediaType: 'text/plain' } },
    handle: async ({ reply, parts }) =>
      reply.header('content-type', 'text/plain; charset=utf-8').send(llmsText(parts.baseUrl, [...others, root])),
  };
  return [root, guide];
}

function routersOf(routes: readonly Route[]) {
  return [...new Set(routes.map((route) => route.tag))].map((tag) => {
    const members = routes.filter((route) => route.tag === tag);
    const prefix = members.every((route) => route.path.startsWith('/api/v1')) ? '/api/v1' : '';
    return {
      module: tag.toLowerCase(),
      prefix,
      tags: [tag],
      full_prefix: prefix,
      endpoints: members.map((route) => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`),
    };
  });
}
