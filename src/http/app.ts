// The HTTP server: registers the table of routes and gives every answer its request id, headers and error body.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import { Failure } from '../core/failure.ts';
import { newId } from '../core/ids.ts';
import { watchMethods } from './allowed-methods.ts';
import { answerClientError } from './client-error.ts';
import { registerDashboardRoutes } from './dashboard/dashboard-routes.ts';
import { registerDashboardPages } from './dashboard/static-files.ts';
import { registerDocs } from './docs.ts';
import { errorPagePath, registerErrorPage } from './error-page.ts';
import { authorize } from './guard.ts';
import { idempotencyKey, keepAnswer, replayed } from './idempotency.ts';
import { linger } from './linger.ts';
import { setPatience, usualPatienceMs } from './pace.ts';
import type { Parts } from './parts.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';
import { securityHeaders } from './security-headers.ts';
import { asFailure, errorBody } from './shapes/error.ts';
import { problemBody, problemMediaType, wantsProblem } from './shapes/problem.ts';
import { registerStartPage } from './start-page.ts';

/** Silence on a connection; longer than the longest wait for a result. */
const silentConnectionMs = 90_000;
/** Another node, or the next process in our place, is there by then. */
const closingRetrySeconds = 2;

/** Stands where the framework would compile a schema of a route; no route has one. */
const unchecked = (() => () => JSON.stringify) as never;

export async function createApp(
  parts: Parts,
  logger: Logger,
  trustProxy: false | number | string[],
  // A sender is cut off after this long without complete headers, or with a body that hardly moves.
  slowSenderMs: number = usualPatienceMs,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `req_${newId(parts.clock.now())}`,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    forceCloseConnections: 'idle',
    // Who comes too late is refused below, in the form of every other error.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1024 },
    exposeHeadRoutes: true,
    // Handlers check what they use, with errors that name the field; the framework's own checkers are not even loaded.
    schemaController: { compilersFactory: { buildValidator: unchecked, buildSerializer: unchecked } },
    // A deadline for whole requests would end slow but honest uploads of a gigabyte; those that hardly move are ended
    // instead (pace.ts).
    requestTimeout: 0,
    connectionTimeout: silentConnectionMs,
    http: {
      headersTimeout: slowSenderMs,
      connectionsCheckingInterval: Math.ceil(slowSenderMs / 6),
      // Node would refuse it without an envelope; it is refused below.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, `req_${newId(parts.clock.now())}`),
    // Paths that cannot be decoded or are too long never reach a route or a hook; their answer is an error like others.
    frameworkErrors: (cause, request, reply) => {
      const call = [request as unknown as FastifyRequest, reply as unknown as FastifyReply] as const;
      nameCall(...call);
      sendFailure(new Failure('REQUEST_001', { details: 'The path is not valid.', cause }), ...call);
    },
  }) as unknown as FastifyInstance;
  // Bodies reach the handlers as streams: uploads are never parsed by the framework.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  const allowedMethods = watchMethods(app);
  function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const allowed = allowedMethods(request.url);
    if (allowed.length === 0) return sendFailure(new Failure('NOT_FOUND'), request, reply);
    reply.header('allow', allowed.join(', '));
    return sendFailure(new Failure('METHOD_NOT_ALLOWED'), request, reply);
  }

  let closing = false;
  app.addHook('onRequest', async (request, reply) => {
    setPatience(request.raw, slowSenderMs);
    nameCall(request, reply);
    // A Content-Type that names no type says as little as none: the framework would refuse the request, before its key
    // is looked at.
    if (request.mediaType === undefined) delete request.raw.headers['content-type'];
    if (closing) {
      reply.header('connection', 'close');
      const details = 'The service is stopping; nothing of the request was taken in.';
      const failure = new Failure('UNAVAILABLE', { details, facts: { retryAfter: closingRetrySeconds } });
      return answerFailure(failure, request, reply);
    }
    // RFC 9112, section 3.2.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      throw new Failure('REQUEST_001', { field: 'Host', details: 'The header Host is missing.' });
    }
    // Before the framework asks more of a method than we do.
    if (request.is404) return answerUnknown(request, reply);
    // A person who opens the address in a browser has no key to show; programs ask for JSON or for anything.
    if (request.routeOptions.url !== '/') return;
    reply.header('vary', 'accept');
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/dashboard', 302);
  });
  app.addHook('onResponse', async (request, reply) => {
    // A body that no route has read must not hold the connection for as long as its sender likes.
    if (!request.raw.complete) linger(request.raw);
    const answered = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    parts.traffic.note(answered);
    request.log.info(answered, 'request');
  });
  app.server.on('connection', (socket) => {
    parts.traffic.opened();
    socket.once('close', () => parts.traffic.closed());
  });
  // What else a request expects (RFC 9110, section 10.1.1) is passed over: Node would refuse it without an envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  app.addHook('onSend', keepAnswer);

  // Connections that fall idle while the server closes would otherwise keep it open for their keep-alive time.
  app.addHook('preClose', async () => {
    closing = true;
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
  });

  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
  app.setNotFoundHandler(answerUnknown);

  registerDocs(app, routes, parts.baseUrl);
  for (const route of routes) register(app, route, parts);
  registerDashboardRoutes(app, parts);
  if (!registerDashboardPages(app, parts.dashboard.pages)) registerStartPage(app);
  registerErrorPage(app);
  return app;
}

function register(app: FastifyInstance, route: Route, parts: Parts): void {
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      const call = { request, reply, parts };
      if (route.scope === 'public') return route.handle(call);
      const principal = await authorize(request, reply, parts, route.scope).catch((error: unknown) => {
        if (route.whenKeyUnchecked === undefined || asFailure(error).status < 500) throw error;
        request.log.error({ err: error }, 'the key could not be checked');
        return undefined;
      });
      if (principal === undefined) return route.whenKeyUnchecked?.(call);
      const key = route.method === 'POST' ? idempotencyKey(request) : undefined;
      if (key !== undefined && (await replayed(request, reply, parts.replays, principal, key))) return reply;
      const converts = route.method !== 'GET' && (route.tag === 'Convert' || route.tag === 'Batch');
      if (!converts) return route.handle({ ...call, principal });
      const done = parts.allowance.conversion(principal);
      // The place is held until the answer is sent, not only until it is known.
      reply.raw.once('close', done);
      return route.handle({ ...call, principal });
    },
  });
}

/** What every answer carries, whatever becomes of the request. */
function nameCall(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(securityHeaders).header('x-request-id', request.id);
  const own = request.headers['x-request-id'];
  if (typeof own === 'string' && /^[\x21-\x7e]{1,128}$/.test(own)) reply.header('x-client-request-id', own);
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error);
  if (failure.status >= 500) request.log.error({ err: failure, cause: failure.cause }, 'request failed');
  return answerFailure(failure, request, reply);
}

function answerFailure(failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  linger(request.raw);
  const problem = wantsProblem(request.headers.accept);
  // RFC 9110, section 15.5.2: a 401 names the way to authenticate.
  if (failure.status === 401) reply.header('www-authenticate', 'ApiKey realm="docmill", header="X-API-Key"');
  // What is still to come of a body that hardly moves is not waited for.
  if (failure.code === 'REQUEST_005') reply.header('connection', 'close');
  const retryAfter = failure.facts?.['retryAfter'];
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter));
  return reply
    .code(failure.status)
    .removeHeader('content-length')
    .removeHeader('content-disposition')
    .header('vary', 'accept')
    .header('content-type', `${problem ? problemMediaType : 'application/json'}; charset=utf-8`)
    .send(problem ? problemBody(failure, request.id, errorPagePath) : errorBody(failure, request.id));
}
