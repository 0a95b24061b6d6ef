// The kinds of conversion that routes offer, as options: a mode decides some of them whatever the caller asked for.
import type { ConvertOptions } from '../convert/options.ts';
import { Failure } from '../core/failure.ts';
import type { Plan } from '../core/plan.ts';
import type { JobRow } from '../storage/schema.ts';

export type Mode = JobRow['mode'];

/** decisions.md, "Variant routes": minimal is reading text with structure only; vision reads every page as a picture. */
const decided: Readonly<Record<Mode, Partial<ConvertOptions>>> = {
  convert: {},
  minimal: { preserveFormatting: false, extractImages: false, ocrMode: 'never' },
  vision: { ocrMode: 'always', ocrType: 'advanced' },
};

/** The options a job of this mode runs with. */
export function optionsOfMode(mode: Mode, options: ConvertOptions): ConvertOptions {
  return { ...options, ...decided[mode] };
}

/** PLAN_002 where the plan does not have the mode; asked before a body is read, so that nobody uploads in vain. */
export function checkMode(mode: Mode, plan: Plan): void {
  if (mode !== 'vision' || plan.advancedOcr) return;
  throw new Failure('PLAN_002', { details: `Reading pages as pictures is not part of the ${plan.title} plan.` });
}
