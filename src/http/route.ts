// What a route is: one row of the table in routes.ts. Its handler gets the parts of the service and the caller.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import type { Principal, Scope } from '../service/keys.ts';
import type { Parts } from './parts.ts';

export interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly parts: Parts;
}

/** A call whose key was checked. */
export interface KeyedCall extends Call {
  readonly principal: Principal;
}

interface RouteParts {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly tag: 'Convert' | 'Batch' | 'Status' | 'Downloads' | 'Usage' | 'Health' | 'Service';
  readonly summary: string;
  readonly params?: ZodType;
  readonly query?: ZodType;
  /** Bodies by status code, for the OpenAPI document. */
  readonly answers: Readonly<
    Record<
      number,
      {
        readonly description: string;
        readonly schema?: ZodType;
        readonly mediaType?: string;
        /** Other shapes by the media type that asks for them in Accept. */
        readonly others?: Readonly<Record<string, ZodType>>;
      }
    >
  >;
  /** The request bodies, for the OpenAPI document; uploads are read by http/upload.ts, not by a schema. */
  readonly bodies?: Readonly<Record<string, ZodType>>;
}

/** Behind a key that has the scope; `any` asks for a key alone. */
export interface KeyedRoute extends RouteParts {
  readonly scope: Scope | 'any';
  readonly handle: (call: KeyedCall) => Promise<unknown>;
  /** What is answered when a fault of ours keeps the key from being checked; the fault itself where left out. */
  readonly whenKeyUnchecked?: (call: Call) => Promise<unknown>;
}

export interface PublicRoute extends RouteParts {
  readonly scope: 'public';
  readonly handle: (call: Call) => Promise<unknown>;
}

export type Route = KeyedRoute | PublicRoute;

/** Aborts when the client hangs up. */
export function hangUpSignal(call: Call): AbortSignal {
  const gone = new AbortController();
  call.reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
