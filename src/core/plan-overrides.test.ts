// The operator's numbers over the table of plans: what is not named stays, what is wrong is named.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plans } from './plan.ts';
import { plansWith } from './plan-overrides.ts';

test('nothing said changes nothing', () => {
  expect(plansWith({})).toEqual({ plans });
});

test('a named field changes in its plan alone', () => {
  expect(plansWith({ starter: { requestsPerMinute: 7, advancedOcr: true } })).toEqual({
    plans: { ...plans, starter: { ...plans.starter, requestsPerMinute: 7, advancedOcr: true } },
  });
});

test.each<[unknown, string]>([
  [[], 'must be an object'],
  [null, 'must be an object'],
  [{ gold: {} }, '"gold" is not a plan; the plans are starter, pro, scale'],
  [{ pro: 5 }, 'pro must be an object'],
  [{ pro: { requestPerMinute: 5 } }, 'pro.requestPerMinute is not a field'],
  [{ pro: { name: 'scale' } }, 'pro.name is not a field'],
  [{ pro: { requestsPerMinute: 0 } }, 'pro.requestsPerMinute must be a whole number from 1 to 1000000, but is 0'],
  [{ pro: { requestsPerMinute: '5' } }, 'pro.requestsPerMinute must be a whole number'],
  [{ scale: { dailyConversions: 1.5 } }, 'scale.dailyConversions must be a whole number'],
  [{ scale: { overage: 'free' } }, 'scale.overage must be "refused" or "billed"'],
  [{ scale: { advancedOcr: 1 } }, 'scale.advancedOcr must be true or false'],
  [{ scale: { title: ' ' } }, 'scale.title must be 1 to 60 characters'],
  [{ scale: { pricePerMonthUsd: -1 } }, 'scale.pricePerMonthUsd must be a number from 0'],
  [{ scale: { maxExtensionHours: 721 } }, 'scale.maxExtensionHours must be a whole number from 1 to 720'],
  [JSON.parse('{"__proto__": {}}'), '"__proto__" is not a plan'],
  [JSON.parse('{"pro": {"__proto__": {}}}'), 'pro.__proto__ is not a field'],
])('%j is refused: %s', (overrides, problem) => {
  expect(plansWith(overrides)).toEqual({ problem: expect.stringContaining(problem) });
});

test('whatever comes, the result is whole plans or a sentence', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('starter', 'pro', 'scale'), (value, name) => {
      for (const overrides of [value, { [name]: value }, { [name]: { maxBatchSize: value } }]) {
        const found = plansWith(overrides);
        if ('problem' in found) expect(found.problem).not.toBe('');
        else for (const plan of Object.values(found.plans)) expect(Object.keys(plan)).toEqual(Object.keys(plans.pro));
      }
    }),
  );
});
