// The part of a structured logger that the service uses. Logs hold ids, codes, sizes and times; never content or secrets.
export interface Log {
  info(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
  error(facts: Record<string, unknown>, message: string): void;
}
