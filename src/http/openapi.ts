// The OpenAPI document, made from the table of routes when somebody first asks for it: a service starts without it.
import { z } from 'zod';
import { apiVersion } from './parts.ts';
import type { Route } from './route.ts';
import { exampleOf } from './shapes/examples.ts';
import { errorSchema } from './shapes/schemas.ts';

type Json = Record<string, unknown>;

export function openApiDocument(routes: readonly Route[], baseUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Docmill',
      version: apiVersion,
      description: 'Any document in, clean Markdown out.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }, schemas: {} },
    servers: [{ url: baseUrl }],
    paths,
  };
}

/** Schemas document the routes; the handlers check what they use, with errors that name the field. */
function operation(route: Route): Json {
  const parameters = [...parametersIn('query', route.query), ...parametersIn('path', route.params)];
  return {
    summary: route.summary,
    tags: [route.tag],
    ...(route.bodies === undefined ? {} : { requestBody: { required: true, content: byMediaType(route.bodies) } }),
    ...(parameters.length === 0 ? {} : { parameters }),
    security: route.scope === 'public' ? [] : [{ apiKey: [] }],
    responses: Object.fromEntries(
      Object.entries(answersOf(route)).map(([status, { description, schema, mediaType, others }]) => [
        status,
        // An answer without a schema has no body, and the document says so.
        schema === undefined
          ? { description }
          : {
              description,
              content: { [mediaType ?? 'application/json']: shown(schema), ...byMediaType(others ?? {}) },
            },
      ]),
    ),
  };
}

function parametersIn(place: 'query' | 'path', schema: z.ZodType | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    readonly properties?: Record<string, Json>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...type }]) => ({
    schema: type,
    in: place,
    name,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
  }));
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

function byMediaType(bodies: Readonly<Record<string, z.ZodType>>): Json {
  return Object.fromEntries(Object.entries(bodies).map(([type, schema]) => [type, shown(schema)]));
}

function shown(schema: z.ZodType): Json {
  const example = exampleOf(schema);
  return { schema: jsonSchema(schema), ...(example === undefined ? {} : { example }) };
}

function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
