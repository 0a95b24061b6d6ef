// Every limit of every plan, in one table (decisions.md, "Authentication and plans").

export type PlanName = 'starter' | 'pro' | 'scale';

export interface Plan {
  readonly name: PlanName;
  readonly title: string;
  readonly maxFileSizeMb: number;
  readonly maxBatchSize: number;
  readonly requestsPerMinute: number;
  readonly concurrentConversions: number;
  readonly dailyConversions: number;
  readonly monthlyConversions: number;
  /** Over the monthly quota: refuse, or bill each conversion as overage. */
  readonly overage: 'refused' | 'billed';
  readonly pricePerMonthUsd: number;
  readonly pricePerOverageUsd: number;
  /** A yearly cycle costs this many months. */
  readonly monthsPerYearlyPrice: number;
  readonly advancedOcr: boolean;
  readonly maxExtensionHours: number;
  readonly maxLifetimeHours: number;
  readonly extensionsPerFile: number;
}

export type Plans = Readonly<Record<PlanName, Plan>>;

export const plans: Plans = {
  starter: {
    name: 'starter',
    title: 'Starter',
    maxFileSizeMb: 100,
    maxBatchSize: 25,
    requestsPerMinute: 100,
    concurrentConversions: 5,
    dailyConversions: 500,
    monthlyConversions: 5_000,
    overage: 'refused',
    pricePerMonthUsd: 29,
    pricePerOverageUsd: 0,
    monthsPerYearlyPrice: 10,
    advancedOcr: false,
    maxExtensionHours: 720,
    maxLifetimeHours: 720,
    extensionsPerFile: 10,
  },
  pro: {
    name: 'pro',
    title: 'Pro',
    maxFileSizeMb: 1024,
    maxBatchSize: 100,
    requestsPerMinute: 300,
    concurrentConversions: 20,
    dailyConversions: 5_000,
    monthlyConversions: 50_000,
    overage: 'billed',
    pricePerMonthUsd: 99,
    pricePerOverageUsd: 0.01,
    monthsPerYearlyPrice: 10,
    advancedOcr: true,
    maxExtensionHours: 720,
    maxLifetimeHours: 8760,
    extensionsPerFile: 50,
  },
  scale: {
    name: 'scale',
    title: 'Scale',
    maxFileSizeMb: 2048,
    maxBatchSize: 500,
    requestsPerMinute: 1000,
    concurrentConversions: 100,
    dailyConversions: 50_000,
    monthlyConversions: 1_000_000,
    overage: 'billed',
    pricePerMonthUsd: 499,
    pricePerOverageUsd: 0.005,
    monthsPerYearlyPrice: 10,
    advancedOcr: true,
    maxExtensionHours: 720,
    maxLifetimeHours: 8760,
    extensionsPerFile: 200,
  },
};

export const bytesPerMb = 2 ** 20;
