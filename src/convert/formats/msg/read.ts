// The reader of Outlook messages, appointments, tasks, contacts and the like (.msg).
import { Failure } from '../../../core/failure.ts';
import { OleFile } from '../../containers/ole.ts';
import type { Read } from '../../format.ts';
import { documentBlocks } from '../mail/blocks.ts';
import { outlookMessage } from './message.ts';

export const read: Read = async function* (input, context) {
  const { size } = input.source;
  context.progress(0, size);
  const { root } = new OleFile(input.source);
  if (root.stream('__properties_version1.0') === undefined) {
    throw new Failure('CORRUPTED_FILE', { details: 'The file holds no message.' });
  }
  yield* documentBlocks(outlookMessage(root, context), context);
  context.progress(size, size);
};
