// `docmill users`: people who sign in to the dashboard, straight in the store of this machine.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { firstAccount } from '../service/accounts.ts';
import { roles, type User } from '../service/users.ts';
import type { CommandIo } from './command-io.ts';
import { columns, day, jsonLines, reported, type Store, UsageError, withStore } from './store-command.ts';

const usage = `Usage:
  docmill users add EMAIL [--account NAME] [--role ${roles.join('|')}]
  docmill users list [--json]
  docmill users passwd EMAIL
  docmill users remove EMAIL
The password is the first line of standard input. On a terminal, or where that is empty, one is made up and shown once.
Options for all: --data-dir DIR (default DATA_DIR or ./data); --account is ${firstAccount} unless it is given
`;

/** More than any password; what follows its line is not read. */
const longestLine = 4096;

export function usersCommand(args: string[], io: CommandIo): Promise<number> {
  return reported(io, async () => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        account: { type: 'string', default: firstAccount },
        role: { type: 'string', default: 'owner' },
        'data-dir': { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      io.stdout.write(usage);
      return;
    }
    const [action = '', email = '', ...rest] = positionals;
    if (
      !['add', 'list', 'passwd', 'remove'].includes(action) ||
      rest.length > 0 ||
      (email === '') !== (action === 'list')
    )
      throw new UsageError(usage.trim());
    const role = roles.find((one) => one === values.role);
    if (role === undefined) throw new UsageError(`--role: "${values.role}" is not one of ${roles.join(', ')}`);
    await withStore(values['data-dir'], async ({ accounts, users }) => {
      if (action === 'list') {
        const found = await users.list();
        io.stdout.write(values.json ? jsonLines(found) : table(found, await namesOf(accounts)));
      } else if (action === 'add') {
        const account = await accounts.findByName(values.account);
        if (account === undefined) throw new UsageError(`there is no account named "${values.account}"`);
        const { password, made } = await passwordFrom(io);
        const user = await users.create({ accountId: account.id, email, password, role });
        io.stderr.write(`User ${user.email} signs in for account "${account.name}" as ${role}.\n`);
        if (made) show(io, password);
      } else {
        const user = await users.find(email);
        if (user === undefined) throw new UsageError(`there is no user ${email}; see: docmill users list`);
        if (action === 'remove') {
          await users.remove(user.id);
          io.stderr.write(`User ${user.email} is removed.\n`);
          return;
        }
        const { password, made } = await passwordFrom(io);
        await users.changePassword(user.id, password);
        io.stderr.write(`The password of ${user.email} is changed.\n`);
        if (made) show(io, password);
      }
    });
  });
}

function show(io: CommandIo, password: string): void {
  io.stderr.write('Password, shown this once:\n');
  io.stdout.write(`${password}\n`);
}

/** A password never stands on the command line, where every user of the machine could read it. */
async function passwordFrom(io: CommandIo): Promise<{ readonly password: string; readonly made: boolean }> {
  const given = io.stdin.isTTY ? '' : await firstLine(io);
  return given === ''
    ? { password: randomBytes(15).toString('base64url'), made: true }
    : { password: given, made: false };
}

async function firstLine({ stdin }: CommandIo): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const piece of stdin) {
    text += String(piece);
    if (text.includes('\n') || text.length > longestLine) break;
  }
  return (text.split('\n', 1)[0] ?? '').replace(/\r$/, '');
}

async function namesOf(accounts: Store['accounts']): Promise<ReadonlyMap<string, string>> {
  return new Map((await accounts.list()).map((account) => [account.id, account.name]));
}

const table = (users: readonly User[], names: ReadonlyMap<string, string>): string =>
  columns(
    users.map((user) => [
      user.email,
      user.role,
      `since ${day(user.created_at)}`,
      `last seen ${day(user.last_login_at)}`,
      names.get(user.account_id) ?? user.account_id,
    ]),
  );
