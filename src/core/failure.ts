// The one error type of the house and the one table of its codes. Readers, service and routes throw nothing else on
// purpose; any other error is a bug, logged whole and shown to clients as PROCESSING_FAILED or internal_error.

export interface FailureRow {
  /** HTTP status when the failure answers a request directly. */
  readonly status: number;
  /** The `error` field of the envelope. */
  readonly error: string;
  readonly message: string;
  readonly suggestion: string;
  readonly retryable: boolean;
}

const row = (status: number, error: string, message: string, suggestion: string, retryable = false): FailureRow => ({
  status,
  error,
  message,
  suggestion,
  retryable,
});

/** THE TABLE: a new failure code is one row here, and a test that reaches it. */
export const failures = {
  // What is wrong with a document.
  CORRUPTED_FILE: row(
    422,
    'corrupted_file',
    'The file is damaged or not what it claims to be.',
    'Open the file in its own program, save it again and retry.',
  ),
  UNSUPPORTED_FORMAT: row(
    422,
    'unsupported_format',
    'This file format is not supported.',
    'Send one of the supported formats.',
  ),
  PASSWORD_REQUIRED: row(
    422,
    'password_required',
    'The file is encrypted and needs a password.',
    'Send the password in the option `password`.',
  ),
  EMPTY_DOCUMENT: row(
    422,
    'empty_document',
    'The document holds nothing that could be converted.',
    'Check that the right file was sent.',
  ),
  ARCHIVE_LIMIT: row(
    422,
    'archive_limit',
    'The file unpacks to more than one conversion may use.',
    'Split the document, or remove large embedded parts.',
  ),
  DOCUMENT_LIMIT: row(
    422,
    'document_limit',
    'The document is larger or deeper than one conversion may use.',
    'Split the document into smaller parts.',
  ),
  UNSUPPORTED_LANGUAGE: row(
    422,
    'unsupported_language',
    'This OCR language is not installed.',
    'Choose one of the installed languages.',
  ),
  OCR_FAILED: row(422, 'ocr_failed', 'The text in the image could not be read.', 'Send a sharper or larger image.'),
  PROCESSING_TIMEOUT: row(
    500,
    'processing_timeout',
    'The conversion took longer than allowed.',
    'Try again later, or split the document.',
    true,
  ),
  PROCESSING_FAILED: row(
    500,
    'processing_failed',
    'The conversion failed for a reason inside the service.',
    'Try again; if it fails again, report the request id.',
    true,
  ),
  PROCESSING_CRASHED: row(
    500,
    'processing_crashed',
    'The conversion ended the process that worked on it, more than once.',
    'Save the document in another format and retry, or report the request id.',
  ),

  // What is wrong with a request.
  REQUEST_001: row(
    400,
    'invalid_request',
    'The request is not well formed.',
    'Check the request against the documentation.',
  ),
  REQUEST_002: row(
    400,
    'invalid_option',
    'An option has a value that is not allowed.',
    'Correct the named option or leave it out.',
  ),
  REQUEST_003: row(
    422,
    'invalid_option_combination',
    'These options cannot be used together.',
    'Drop one of the named options.',
  ),
  REQUEST_004: row(431, 'headers_too_large', 'The headers of the request are too large.', 'Send fewer headers.'),
  REQUEST_005: row(
    408,
    'request_timeout',
    'The request did not arrive in time.',
    'Try again on a better connection.',
    true,
  ),
  FILE_001: row(
    400,
    'invalid_file_format',
    'The file content could not be decoded.',
    'Send the file as a multipart upload or as Base64.',
  ),
  FILE_002: row(
    413,
    'file_too_large',
    'The file is larger than the plan allows.',
    'Send a smaller file or move to a larger plan.',
  ),
  BATCH_002: row(
    413,
    'batch_too_large',
    'The batch is larger than the plan allows.',
    'Send fewer files in one batch, or move to a larger plan.',
  ),
  DUPLICATE_FILE_ID: row(
    400,
    'duplicate_file_id',
    'Two files of the batch have the same id.',
    'Give every file of a batch its own id, or leave the ids out.',
  ),
  URL_001: row(400, 'invalid_url', 'The URL is not valid.', 'Send an http or https URL without credentials.'),
  URL_002: row(
    400,
    'invalid_url',
    'The URL leads to an address that may not be fetched.',
    'Send a URL on the public internet.',
  ),
  URL_003: row(
    400,
    'invalid_url',
    'The URL could not be fetched.',
    'Check that the URL can be opened without signing in.',
  ),
  URL_004: row(400, 'invalid_url', 'The server behind the URL did not answer in time.', 'Try again later.', true),

  IDEMPOTENCY_CONFLICT: row(
    422,
    'idempotency_conflict',
    'This Idempotency-Key was used for a different request.',
    'Use a new key for every new request.',
  ),
  IDEMPOTENCY_BUSY: row(
    409,
    'idempotency_busy',
    'The first request with this Idempotency-Key is still being worked on.',
    'Repeat the request after the time given in Retry-After.',
    true,
  ),

  // Who is asking.
  AUTH_001: row(
    401,
    'invalid_api_key',
    'The API key is missing or not valid.',
    'Send a valid key in the X-API-Key header.',
  ),
  AUTH_002: row(
    403,
    'insufficient_permissions',
    'This API key may not do that.',
    'Use a key that has the named scope.',
  ),
  AUTH_003: row(401, 'not_signed_in', 'You are not signed in, or the session has ended.', 'Sign in and try again.'),
  AUTH_004: row(
    401,
    'wrong_credentials',
    'The e-mail address or the password is wrong.',
    'Check both; an operator of the installation can set a new password.',
  ),
  AUTH_005: row(
    403,
    'untrusted_request',
    'The request did not come from a page of this service.',
    'Open the dashboard and try again there; programs use an API key.',
  ),
  AUTH_006: row(
    403,
    'insufficient_permissions',
    'Only operators of the installation may do that.',
    'Sign in as an operator.',
  ),
  AUTH_007: row(
    403,
    'registration_refused',
    'You cannot register here.',
    'Ask an operator of the installation for an account.',
  ),
  PLAN_001: row(
    403,
    'insufficient_permissions',
    'The subscription is not active.',
    'Renew the subscription in the dashboard.',
  ),
  PLAN_002: row(
    403,
    'insufficient_permissions',
    'The plan does not include this feature.',
    'Move to a plan that includes it.',
  ),
  IP_001: row(
    403,
    'insufficient_permissions',
    'This address is not on the allow-list of the key.',
    'Call from a listed address, or change the list.',
  ),
  RATE_001: row(
    429,
    'rate_limit_exceeded',
    'Too many requests this minute.',
    'Wait for the time given in Retry-After.',
    true,
  ),
  RATE_002: row(
    429,
    'rate_limit_exceeded',
    'The daily quota is used up.',
    'Wait until the quota is renewed, or move to a larger plan.',
    true,
  ),
  RATE_003: row(
    429,
    'rate_limit_exceeded',
    'The monthly quota is used up.',
    'Wait until the quota is renewed, or move to a larger plan.',
    true,
  ),
  RATE_004: row(
    429,
    'rate_limit_exceeded',
    'Too many requests at the same time.',
    'Wait until a running request has ended.',
    true,
  ),
  RATE_005: row(429, 'rate_limit_exceeded', 'Too many attempts.', 'Wait for the time given in Retry-After.', true),

  // What is looked for.
  JOB_NOT_FOUND: row(
    404,
    'Job not found',
    'There is no job with this id.',
    'Check the id; jobs are visible to the account that made them.',
  ),
  JOB_NOT_COMPLETED: row(
    409,
    'job_not_completed',
    'The conversion has not finished.',
    'Poll the status until it is completed.',
    true,
  ),
  BATCH_NOT_FOUND: row(
    404,
    'Batch not found',
    'There is no batch with this id, or it has expired.',
    'Check the id; batches are visible to the account that made them until their files expire.',
  ),
  EXTENSION_LIMIT_EXCEEDED: row(
    400,
    'extension_limit_exceeded',
    'The file cannot be kept any longer on this plan.',
    'Download the file before it expires, or convert the document again.',
  ),
  FILE_EXPIRED: row(404, 'file_expired', 'The file has expired and was deleted.', 'Convert the document again.'),
  LINK_INVALID: row(
    403,
    'invalid_link',
    'The download link is not valid or has expired.',
    'Ask for a new link with the status of the job.',
  ),
  NOT_FOUND: row(404, 'not_found', 'There is nothing at this path.', 'See the documentation for the list of routes.'),
  METHOD_NOT_ALLOWED: row(
    405,
    'method_not_allowed',
    'This path does not take that method.',
    'Use one of the methods in the Allow header.',
  ),

  // What is wrong with us.
  STORAGE_FULL: row(503, 'storage_full', 'The service has no room to store the file.', 'Try again later.', true),
  UNAVAILABLE: row(503, 'unavailable', 'The service cannot do this at the moment.', 'Try again later.', true),
  INTERNAL: row(
    500,
    'internal_error',
    'Something went wrong inside the service.',
    'Try again; if it fails again, report the request id.',
    true,
  ),
} as const satisfies Record<string, FailureRow>;

export type FailureCode = keyof typeof failures;

export interface FailureParts {
  /** The place it concerns: a request field, an option, a sheet, a page. Shown to clients. */
  readonly field?: string;
  /** One sentence for clients about this very case; never content, paths or secrets. */
  readonly details?: string;
  /** Overrides the table's message or suggestion where the case knows better. */
  readonly message?: string;
  readonly suggestion?: string;
  /** More facts for the `details` object of the envelope, in wire names' camelCase. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** For logs only. */
  readonly cause?: unknown;
}

/** The failure as plain data: what crosses the process border and what the job row keeps. */
export interface FailureRecord {
  readonly code: FailureCode;
  readonly message: string;
  readonly suggestion: string;
  readonly retryable: boolean;
  readonly field?: string;
  readonly details?: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;
  readonly status: number;
  readonly error: string;
  readonly suggestion: string;
  readonly retryable: boolean;
  readonly field: string | undefined;
  readonly details: string | undefined;
  readonly facts: Readonly<Record<string, unknown>> | undefined;

  constructor(code: FailureCode, parts: FailureParts = {}) {
    const known: FailureRow = failures[code];
    super(parts.message ?? known.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = code;
    this.status = known.status;
    this.error = known.error;
    this.suggestion = parts.suggestion ?? known.suggestion;
    this.retryable = known.retryable;
    this.field = parts.field;
    this.details = parts.details;
    this.facts = parts.facts;
  }

  record(): FailureRecord {
    return {
      code: this.code,
      message: this.message,
      suggestion: this.suggestion,
      retryable: this.retryable,
      ...(this.field === undefined ? {} : { field: this.field }),
      ...(this.details === undefined ? {} : { details: this.details }),
      ...(this.facts === undefined ? {} : { facts: this.facts }),
    };
  }

  static fromRecord(record: FailureRecord): Failure {
    const { code, ...parts } = record;
    return new Failure(Object.hasOwn(failures, code) ? code : 'PROCESSING_FAILED', parts);
  }
}
