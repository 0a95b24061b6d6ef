// The context a reader or a container is handed, for unit tests: real limits and budget, warnings kept in a list.
import { Budget } from '../../src/convert/document/budget.ts';
import { defaultLimits, type Limits, type Warning } from '../../src/convert/index.ts';

export function containerContext(limits: Partial<Limits> = {}) {
  const all: Limits = { ...defaultLimits, ...limits };
  const warnings: Warning[] = [];
  return {
    limits: all,
    budget: new Budget(all),
    signal: new AbortController().signal,
    warnings,
    warn: (code: string, message: string) => void warnings.push({ code, message }),
  };
}
