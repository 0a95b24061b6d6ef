// The RateLimit fields (draft-ietf-httpapi-ratelimit-headers): the policy of the plan, and what is left of it.
import type { FastifyReply } from 'fastify';
import { type RateState, windowMs } from '../service/allowance.ts';

export function setRateHeaders(reply: FastifyReply, { limit, remaining, resetSeconds }: RateState): void {
  reply.header('ratelimit-policy', `"requests";q=${limit};w=${windowMs / 1000}`);
  reply.header('ratelimit', `"requests";r=${remaining};t=${resetSeconds}`);
}
