// The engine that reads text in pictures: prepares the picture, then asks the recogniser the request wants.
import { Failure } from '../../../core/failure.ts';
import type { OcrEngine } from './port.ts';

export async function createOcrEngine(): Promise<OcrEngine> {
  throw new Failure('OCR_FAILED', { details: 'No OCR engine is installed.' });
}
