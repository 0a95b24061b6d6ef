// `docmill formats`: what can be converted, from the table of formats.
import { formats } from '../convert/formats.ts';
import type { CommandIo } from './command-io.ts';
import { exitCodes } from './exit-codes.ts';
import { flagText } from './help-text.ts';
import { type Flag, parseArguments, usageFailure } from './parse-arguments.ts';

const flags: readonly Flag[] = [
  { name: 'json', about: 'Write one JSON object per format and line.' },
  { name: 'help', short: 'h', about: 'Show this help.' },
];

export async function formatsCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = parseArguments(args, flags);
  if (parsed.operands.length > 0) {
    throw usageFailure(`docmill formats takes no "${parsed.operands[0]}".`, 'See docmill help formats.');
  }
  if (parsed.switched('help') === true) {
    io.stdout.write(
      `Usage: docmill formats [--json]\n\nLists the formats that can be converted.\n\n${flags.map(flagText).join('')}`,
    );
  } else if (parsed.switched('json') === true) {
    for (const { name, title, group, extensions, mediaTypes, load } of formats) {
      io.stdout.write(
        `${JSON.stringify({ name, title, group, extensions, mediaTypes, readable: load !== undefined })}\n`,
      );
    }
  } else {
    io.stdout.write(formatsTable());
  }
  return exitCodes.done;
}

function formatsTable(): string {
  const width = Math.max(...formats.map((format) => format.title.length)) + 2;
  const lines: string[] = [];
  let group = '';
  for (const format of formats) {
    if (format.group !== group) {
      if (group !== '') lines.push('');
      lines.push(`${format.group}:`);
      group = format.group;
    }
    const note = format.load === undefined ? '  (recognised, not yet read)' : '';
    lines.push(`  ${format.title.padEnd(width)}${format.extensions.map((one) => `.${one}`).join(' ')}${note}`);
  }
  return `${lines.join('\n')}\n`;
}
