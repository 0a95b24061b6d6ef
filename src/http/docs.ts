// The OpenAPI document, made from the table of routes, and the page that shows it.
import swagger from '@fastify/swagger';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import { apiVersion } from './parts.ts';
import type { Route } from './route.ts';
import { exampleOf } from './shapes/examples.ts';
import { errorSchema } from './shapes/schemas.ts';

/** The document page runs a bundled script that styles itself; nothing on it comes from elsewhere. */
const docsPolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

export async function registerDocs(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Docmill',
        version: apiVersion,
        description: 'Any document in, clean Markdown out.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: baseUrl }],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
    },
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', docsPolicy);
    });
    await scope.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        authentication: { preferredSecurityScheme: 'apiKey' },
        // Whatever would call other hosts is off: the page works offline.
        withDefaultFonts: false,
        hideClientButton: true,
        telemetry: false,
        showDeveloperTools: 'never',
        agent: { disabled: true },
      },
    });
  });
}

/** Schemas document and type the routes; the handlers check what they use, with errors that name the field. */
export function routeSchema(route: Route): FastifySchema {
  return {
    summary: route.summary,
    tags: [route.tag],
    security: route.scope === 'public' ? [] : [{ apiKey: [] }],
    ...(route.params === undefined ? {} : { params: jsonSchema(route.params) }),
    ...(route.query === undefined ? {} : { querystring: jsonSchema(route.query) }),
    ...(route.bodies === undefined ? {} : { body: { content: byMediaType(route.bodies) } }),
    response: Object.fromEntries(
      Object.entries(answersOf(route)).map(([status, { description, schema, mediaType }]) => [
        status,
        // An answer without a schema has no body, and the document says so.
        schema === undefined
          ? { description, type: 'null' }
          : { description, content: { [mediaType ?? 'application/json']: shown(schema) } },
      ]),
    ),
  } as FastifySchema;
}

/** What every route behind a key may answer, whatever it does. */
const keyedAnswers: Route['answers'] = {
  401: { description: 'The API key is missing or not valid.', schema: errorSchema },
  403: { description: 'The key, its account or its address may not do this.', schema: errorSchema },
  429: { description: 'Too many requests; Retry-After says when to come back.', schema: errorSchema },
};

function answersOf(route: Route): Route['answers'] {
  return route.scope === 'public' ? route.answers : { ...keyedAnswers, ...route.answers };
}

function byMediaType(bodies: Readonly<Record<string, z.ZodType>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, shown(schema)]));
}

function shown(schema: z.ZodType): Record<string, unknown> {
  const example = exampleOf(schema);
  return { schema: jsonSchema(schema), ...(example === undefined ? {} : { example }) };
}

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
