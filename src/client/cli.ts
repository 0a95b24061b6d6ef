#!/usr/bin/env node
// The program `docmill`: joins the commands to this process, its streams and its signals, and nothing more.
import { runCommand } from './run-command.ts';

const { stdin, stdout, stderr } = process;
// Nobody is left to tell when the reader of the messages has gone.
stderr.on('error', () => {});

const code = await runCommand(process.argv.slice(2), { stdin, stdout, stderr }, process);
if (code !== undefined) {
  // Engines may keep threads of their own; waiting for the streams and not for them ends the program when it is done.
  await Promise.all([stdout, stderr].map((stream) => new Promise((done) => stream.write('', done))));
  process.exit(code);
}
