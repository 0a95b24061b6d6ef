// The operator's own numbers over the table of plans: every field is checked, and a wrong one is named.
import { type Plan, type PlanName, type Plans, plans } from './plan.ts';

type Check = (value: unknown) => string | undefined;

/** Counters live in 32-bit columns; this leaves room to count on from a full quota. */
const mostConversions = 1_000_000_000;

const whole =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`;
const amount =
  (max: number): Check =>
  (value) =>
    typeof value === 'number' && value >= 0 && value <= max ? undefined : `must be a number from 0 to ${max}`;

/** What may be set, and to what. The name of a plan is its key and cannot be changed. */
const checks: Readonly<Record<Exclude<keyof Plan, 'name'>, Check>> = {
  title: (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= 60 ? undefined : 'must be 1 to 60 characters',
  maxFileSizeMb: whole(1, 1_048_576),
  maxBatchSize: whole(1, 10_000),
  requestsPerMinute: whole(1, 1_000_000),
  concurrentConversions: whole(1, 10_000),
  dailyConversions: whole(0, mostConversions),
  monthlyConversions: whole(0, mostConversions),
  overage: (value) => (value === 'refused' || value === 'billed' ? undefined : 'must be "refused" or "billed"'),
  pricePerMonthUsd: amount(1_000_000),
  pricePerOverageUsd: amount(1_000_000),
  monthsPerYearlyPrice: amount(12),
  advancedOcr: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  // The interface itself takes 1 to 720 hours (specification 4.6).
  maxExtensionHours: whole(1, 720),
  maxLifetimeHours: whole(1, 87_600),
  extensionsPerFile: whole(0, 1_000_000),
};

/** The table with the overrides in it, or the first thing that is wrong with them. */
export function plansWith(overrides: unknown): { readonly plans: Plans } | { readonly problem: string } {
  if (!isRecord(overrides)) return { problem: 'must be an object from plan names to fields' };
  const merged = new Map<PlanName, Plan>(names.map((name) => [name, plans[name]]));
  for (const [given, fields] of Object.entries(overrides)) {
    const name = names.find((one) => one === given);
    if (name === undefined) return { problem: `"${given}" is not a plan; the plans are ${names.join(', ')}` };
    if (!isRecord(fields)) return { problem: `${name} must be an object of fields` };
    for (const [field, value] of Object.entries(fields)) {
      if (!isField(field)) {
        return {
          problem: `${name}.${field} is not a field of a plan; the fields are ${Object.keys(checks).join(', ')}`,
        };
      }
      const wrong = checks[field](value);
      if (wrong !== undefined) return { problem: `${name}.${field} ${wrong}, but is ${JSON.stringify(value)}` };
    }
    merged.set(name, { ...plans[name], ...fields });
  }
  const of = (name: PlanName): Plan => merged.get(name) ?? plans[name];
  return { plans: { starter: of('starter'), pro: of('pro'), scale: of('scale') } };
}

const names = Object.keys(plans) as PlanName[];
const isField = (name: string): name is keyof typeof checks => Object.hasOwn(checks, name);
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
