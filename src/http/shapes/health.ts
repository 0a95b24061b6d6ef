// The health report as clients read it (specification 2.5), in full and in the short form for load balancers.
import { z } from 'zod';
import type { HealthReport, ServiceHealth } from '../../service/health.ts';
import { healthStatuses } from '../../service/health-standing.ts';
import { apiVersion } from '../parts.ts';
import { timestamp } from './schemas.ts';
import { wireNames } from './wire-names.ts';

const iso = (at: number): string => new Date(at).toISOString();
const tidy = (value: number | null, digits = 2): number | null =>
  value === null ? null : Number(value.toFixed(digits));

export function publicHealthShape({ status, at, load }: HealthReport): Record<string, unknown> {
  return { status, timestamp: iso(at), version: apiVersion, load: tidy(load) };
}

export function healthShape(report: HealthReport): Record<string, unknown> {
  const { performance, maintenance } = report;
  return {
    status: report.status,
    timestamp: iso(report.at),
    version: apiVersion,
    uptime_seconds: report.uptimeSeconds,
    services: wireNames(Object.fromEntries([...report.services].map(([name, one]) => [name, serviceShape(one)]))),
    performance: {
      requests_per_minute: performance.requestsPerMinute,
      avg_response_time_ms: tidy(performance.meanMs ?? 0),
      success_rate: tidy(performance.successRate, 4),
      active_connections: performance.connections,
    },
    regions: Object.fromEntries(
      [...report.regions].map(([name, region]) => [
        name,
        { status: region.status, load: tidy(region.load), latency_ms: tidy(region.latencyMs) },
      ]),
    ),
    maintenance: {
      scheduled: maintenance.scheduled,
      next_window: maintenance.nextWindow === null ? null : iso(maintenance.nextWindow),
    },
    alerts: report.alerts.map(({ severity, message, at }) => ({ severity, message, timestamp: iso(at) })),
  };
}

function serviceShape({ status, checkedAt, facts, issues, error }: ServiceHealth): Record<string, unknown> {
  return {
    status,
    last_check: iso(checkedAt),
    ...wireNames(Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, tidy(value)]))),
    ...(issues.length === 0 ? {} : { issues: [...issues] }),
    ...(error === undefined ? {} : { error }),
  };
}

const status = z.enum(healthStatuses);
const figure = z.number().nullable();
const service = {
  status,
  last_check: timestamp,
  issues: z.array(z.string()).optional().describe('Why it is degraded'),
  error: z.string().optional().describe('Why it is unhealthy'),
};

export const publicHealthSchema = z.object({
  status,
  timestamp,
  version: z.string(),
  load: z.number().min(0).max(1).describe('Share of the conversion processes at work'),
});

export const healthSchema = z.object({
  status,
  timestamp,
  version: z.string(),
  uptime_seconds: z.number(),
  services: z.object({
    api_gateway: z.object({ ...service, response_time_ms: figure }),
    conversion_engine: z.object({
      ...service,
      active_workers: z.number(),
      queue_size: figure,
      avg_processing_time_ms: figure,
    }),
    storage: z.object({ ...service, available_space_gb: figure, read_latency_ms: figure, write_latency_ms: figure }),
    database: z.object({
      ...service,
      connection_pool_active: z.number(),
      connection_pool_idle: z.number(),
      query_latency_ms: figure,
    }),
    authentication: z.object({ ...service, response_time_ms: figure }),
  }),
  performance: z
    .object({
      requests_per_minute: z.number(),
      avg_response_time_ms: z.number(),
      success_rate: z.number().min(0).max(1),
      active_connections: z.number(),
    })
    .describe('The last minute, without health checks and event streams'),
  regions: z.record(z.string(), z.object({ status, load: figure, latency_ms: figure })),
  maintenance: z.object({ scheduled: z.boolean(), next_window: timestamp.nullable() }),
  alerts: z.array(z.object({ severity: z.enum(['warning', 'critical']), message: z.string(), timestamp })),
});
