// The tables as TypeScript sees them. Times are milliseconds since 1970, flags are 0 or 1, structured values are JSON
// text: the same shapes on SQLite and PostgreSQL.
import type { JobState, JobStep } from '../core/job.ts';
import type { PlanName } from '../core/plan.ts';

export interface Schema {
  accounts: AccountRow;
  tenants: TenantRow;
  api_keys: ApiKeyRow;
  jobs: JobRow;
  batches: BatchRow;
  replays: ReplayRow;
  rate_windows: RateWindowRow;
  usage_records: UsageRow;
  usage_days: UsageDayRow;
  settings: SettingRow;
  users: UserRow;
  sessions: SessionRow;
  attempts: AttemptRow;
  worker_nodes: WorkerNodeRow;
  health_samples: HealthSampleRow;
}

export interface AccountRow {
  id: string;
  name: string;
  plan: PlanName;
  subscription: 'active' | 'past_due' | 'cancelled' | 'expired';
  billing_cycle: 'monthly' | 'yearly';
  created_at: number;
}

/** One row per account that holds all its moving counters, so that every limit is one conditional update of one row. */
export interface TenantRow {
  account_id: string;
  max_running: number;
  running: number;
  /** Jobs a worker may take now; those held behind another of their batch are not among them. */
  waiting: number;
  /** When a worker last took a job of this account: the longest-waiting account is served first. */
  last_served: number;
  /** The UTC day and month that the two quota counters belong to. */
  quota_day: string;
  day_used: number;
  quota_month: string;
  month_used: number;
}

export interface ApiKeyRow {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the key; the key itself is shown once and never stored. */
  hash: string;
  prefix: string;
  scopes: string;
  /** JSON array of CIDR ranges, or null for any address. */
  allow_list: string | null;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
  created_at: number;
}

export interface JobRow {
  id: string;
  account_id: string;
  key_id: string;
  /** The kind of conversion that was asked for, by its route. */
  mode: 'convert' | 'minimal' | 'vision';
  state: JobState;
  filename: string | null;
  media_type: string | null;
  /** JSON of the options without secrets. */
  options: string;
  /** 1 when a password was given: it lives in memory only and dies with the process. */
  has_secret: number;
  /** JSON array of warnings known before the conversion (unknown options). */
  notes: string;
  source_type: 'file' | 'url';
  /** Where the worker still has to fetch the document from; null once it is stored. */
  source_url: string | null;
  input_key: string;
  input_size: number;
  input_sha256: string;
  attempts: number;
  /** Null while nobody holds a job that was handed back. */
  lease_token: string | null;
  /** By the clock of leases (lease-clock.ts), which is no wall clock. */
  lease_until: number | null;
  /** Workers that fell silent over it. */
  lost_workers: number;
  step: JobStep;
  percentage: number;
  message: string;
  /** JSON of the document's metadata, warnings and images once completed. */
  outcome: string | null;
  result_key: string | null;
  result_size: number | null;
  result_sha256: string | null;
  map_key: string | null;
  map_size: number | null;
  map_sha256: string | null;
  /** JSON of a FailureRecord once failed. */
  failure: string | null;
  processing_ms: number | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  /** When the files of this job are deleted. */
  expires_at: number | null;
  deleted_at: number | null;
  /** How often the lifetime of its files was extended. */
  extensions: number;
  last_accessed_at: number | null;
  /** 1 when the answer came from an earlier job with the same input. */
  cached: number;
  batch_id: string | null;
  batch_index: number | null;
  /** The client's own id of the file within its batch. */
  file_id: string | null;
  /** 1 while the job before it in a sequential batch has not ended. */
  held: number;
}

export interface BatchRow {
  id: string;
  account_id: string;
  key_id: string;
  sequential: number;
  total_files: number;
  completed_files: number;
  failed_files: number;
  /** What has not ended by then fails. */
  deadline_at: number;
  created_at: number;
  finished_at: number | null;
}

/** An answer kept for `Idempotency-Key`: claimed first, filled in when the answer is known. */
export interface ReplayRow {
  account_id: string;
  name: string;
  /** SHA-256 over method, path and body. */
  fingerprint: string;
  status: number | null;
  headers: string | null;
  body_key: string | null;
  body_size: number | null;
  body_sha256: string | null;
  /** The request that is working on it; another may take over once `held_until` has passed. */
  holder: string;
  held_until: number;
  expires_at: number;
  /** The job or batch that was accepted for it; from then on nobody takes over, and who repeats it gets that work. */
  work: string | null;
}

export interface RateWindowRow {
  account_id: string;
  window_start: number;
  used: number;
}

/** One append-only record per attempt that ended, written with the job's final state. */
export interface UsageRow {
  job_id: string;
  account_id: string;
  key_id: string;
  ended_at: number;
  format: string;
  succeeded: number;
  failure_code: string | null;
  pages: number;
  file_bytes: number;
  processing_ms: number;
}

/** The same records summed up, kept in the transaction that writes them. */
export interface UsageDayRow {
  account_id: string;
  /** YYYY-MM-DD, UTC. */
  day: string;
  format: string;
  key_id: string;
  conversions: number;
  successes: number;
  pages: number;
  file_bytes: number;
  processing_ms: number;
}

export interface SettingRow {
  name: string;
  value: string;
}

export interface UserRow {
  id: string;
  account_id: string;
  /** Lower-cased. */
  email: string;
  /** Scrypt with its parameters; never shown. */
  password_hash: string;
  /** An owner sees the own account, an operator the whole installation. */
  role: 'owner' | 'operator';
  created_at: number;
  password_changed_at: number;
  last_login_at: number | null;
}

/** Somebody who is signed in; the token itself is in the browser's cookie alone. */
export interface SessionRow {
  /** SHA-256 of the token. */
  hash: string;
  user_id: string;
  created_at: number;
  last_seen_at: number;
}

/** How often something was tried that may be tried only so often: by an address, or with an e-mail address. */
export interface AttemptRow {
  name: string;
  window_start: number;
  window_end: number;
  used: number;
}

/** A process that converts, as it last reported itself. */
export interface WorkerNodeRow {
  node: string;
  slots: number;
  busy: number;
  seen_at: number;
}

/** How a node found itself and the stores at one moment. */
export interface HealthSampleRow {
  id: string;
  node: string;
  at: number;
  status: string;
  /** JSON: status and latency by service. */
  services: string;
}
