// The help, generated from the same tables the command line is read with, so that it cannot drift from them.
import { packageVersion } from '../version.ts';
import { type FlagGroup, flagGroups } from './convert-flags.ts';
import type { Flag } from './parse-arguments.ts';

const lineWidth = 80;
const textColumn = 30;

const usage = `Usage:
  docmill FILE... [flags]             files, folders and patterns such as 'docs/**/*.html'
  docmill [flags] < FILE              standard input, also named -
  docmill formats [--json]            list the formats
  docmill serve [flags]               run the service
  docmill keys create|list|change|revoke
                                      manage the keys of the service
  docmill accounts list|create|...    manage its accounts and their plans
  docmill users add|list|passwd|remove
                                      manage who signs in to its dashboard
  docmill help [COMMAND]              help on a command
`;

const ending = `Several documents on standard output are told apart by <!-- file: NAME --> lines.
Exit codes: 0 all converted, 1 some failed, 2 wrong usage, 3 warnings with --strict, 130 interrupted.
`;

export function helpText(): string {
  const groups = flagGroups.map(groupText).join('\n');
  return `docmill ${packageVersion}: any document in, clean Markdown out.\n\n${usage}\n${groups}\n${ending}`;
}

function groupText({ title, flags }: FlagGroup): string {
  return `${title}:\n${flags.map(flagText).join('')}`;
}

/** One flag: its spelling on the left, what it does on the right, wrapped. */
export function flagText(flag: Flag): string {
  const short = flag.short === undefined ? '    ' : `-${flag.short}, `;
  const alias = flag.alias === undefined ? '' : `, --${flag.alias}`;
  const value = flag.value === undefined ? '' : ` ${flag.value}`;
  const left = `  ${short}--${flag.negatable ? '[no-]' : ''}${flag.name}${alias}${value}`;
  const [first = '', ...rest] = wrapped(flag.about, lineWidth - textColumn);
  const indent = ' '.repeat(textColumn);
  const head = left.length < textColumn ? `${left.padEnd(textColumn)}${first}` : `${left}\n${indent}${first}`;
  return `${[head, ...rest.map((line) => indent + line)].join('\n')}\n`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

export const serveHelp = `Usage: docmill serve [--port N] [--host ADDRESS] [--data-dir DIR] [--role all|api|worker]

Runs the service until it is stopped with Ctrl-C. Each flag goes before the environment variable of its
meaning: PORT, HOST, DATA_DIR and ROLE.
`;
