// The engine that writes down speech: hears samples, finds where someone speaks, and asks the model for the words.
import { Failure } from '../../../core/failure.ts';
import type { SpeechEngine } from './port.ts';

export async function createSpeechEngine(): Promise<SpeechEngine> {
  throw new Failure('PROCESSING_FAILED', { details: 'No speech engine is installed.' });
}
