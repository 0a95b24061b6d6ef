// A child for tests alone: the real child code and the real library, with a plain text reader that misbehaves when a
// document asks for it. Never part of the build. A document whose first line is `sabotage: NAME` gets that act.
import fs from 'node:fs';
import v8 from 'node:v8';
import vm from 'node:vm';

// Taken before the doors are shut: a saboteur stands for machine code gone wrong, which asks no one.
const kill = process.kill.bind(process);
await import('../../dist/sandbox/lockdown.js');
const { formats } = await import('../../dist/convert/formats.js');
const { convertTo } = await import('../../dist/convert/index.js');
const { serve } = await import('../../dist/sandbox/serve.js');

const paragraph = (value) => ({ type: 'paragraph', children: [{ type: 'text', value }] });
const attempt = async (act) => {
  try {
    return `done: ${String(await act())}`;
  } catch (error) {
    return `refused: ${error.code ?? error.message}`;
  }
};
const outcomes = async function* (...acts) {
  for (const act of acts) yield paragraph(await attempt(act));
};
const say = (text) => fs.writeSync(3, text);
/** Ends when the test kills the child. */
const spin = () => {
  for (;;);
};
let former;

/** An act does harm, or gives blocks, or both; `context` is that of a reader, `argument` what stands after the name. */
const acts = {
  throw() {
    throw new TypeError('sabotage: a bug in a reader');
  },
  'throw-string'() {
    throw 'sabotage: not even an error';
  },
  hang() {
    spin();
  },
  'hang-after-progress'({ context }) {
    context.progress(1, 2);
    spin();
  },
  async *'hang-after-output'() {
    yield paragraph('x'.repeat(2 ** 20));
    spin();
  },
  async silence() {
    await new Promise(() => undefined);
  },
  async *'busy-with-progress'({ context, argument }) {
    const end = performance.now() + Number(argument);
    for (let step = 0; performance.now() < end; step += 1) context.progress(step, 0);
    yield paragraph('at last');
  },
  'heap-oom'() {
    const held = [];
    for (;;) held.push(new Array(10_000).fill(0).map((_, index) => ({ index })));
  },
  'buffer-oom'() {
    const held = [];
    for (;;) held.push(Buffer.alloc(16 * 2 ** 20, 1));
  },
  'buffer-too-large'() {
    new Uint8Array(2 ** 44);
  },
  async *hold({ argument }) {
    globalThis.held = Buffer.alloc(Number(argument), 1);
    yield paragraph('held');
  },
  exit() {
    process.exit(0);
  },
  'exit-1'() {
    process.exit(1);
  },
  segfault() {
    kill(process.pid, 'SIGSEGV');
    spin();
  },
  abort() {
    process.abort();
  },
  'killed-from-outside'() {
    kill(process.pid, 'SIGKILL');
    spin();
  },
  async *'late-rejection'() {
    void Promise.reject(new Error('sabotage: nobody waits for this'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    yield paragraph('still here');
  },
  async *stdout({ argument }) {
    const piece = Buffer.alloc(2 ** 20, 0x78);
    for (let left = Number(argument); left > 0; left -= piece.length) fs.writeSync(1, piece);
    process.stderr.write('the very last words');
    yield paragraph('printed');
  },
  async *nodes({ argument }) {
    const children = Array.from({ length: Number(argument) }, () => ({ type: 'listItem', children: [paragraph('x')] }));
    yield { type: 'list', ordered: false, children };
  },
  'garbage-bytes'() {
    say(Buffer.from([0xff, 0xfe, 0, 1, 2, 3, 0x0a]));
    spin();
  },
  'garbage-shape'() {
    say('{"type":"done","id":1,"metadata":{"__proto__":{"polluted":true}}}\n');
    spin();
  },
  'garbage-without-end'() {
    const piece = Buffer.alloc(2 ** 20, 0x20);
    for (;;) say(piece);
  },
  flood({ argument: id }) {
    for (;;) say(`{"type":"progress","id":${id},"rss":1,"done":1,"total":1}\n`);
  },
  async *'nonsense-afterwards'({ argument }) {
    setTimeout(() => say('nonsense\n'), Number(argument));
    yield paragraph('all is well, for now');
  },
  'wrong-id'() {
    say('{"type":"progress","id":999999,"rss":1,"done":1,"total":1}\n');
    spin();
  },
  'ready-again'() {
    say('{"type":"ready"}\n');
    spin();
  },
  'foreign-code'({ argument: id }) {
    say(`{"type":"failed","id":${id},"record":{"code":"AUTH_001","message":"","suggestion":""}}\n`);
    spin();
  },
  async *network({ argument }) {
    const net = await import('node:net');
    const dns = await import('node:dns/promises');
    const http = await import('node:http');
    const dgram = await import('node:dgram');
    yield* outcomes(
      () => net.connect(Number(argument), '127.0.0.1'),
      () => http.get(`http://127.0.0.1:${argument}/`),
      () => dns.lookup('localhost'),
      () => dgram.createSocket('udp4').send('x', Number(argument), '127.0.0.1'),
      () => net.createServer().listen(0),
      () => fetch(`http://127.0.0.1:${argument}/`),
      () => fs.readdirSync('/sys/class/net').join(' '),
    );
  },
  async *escape({ argument }) {
    const processes = await import('node:child_process');
    const threads = await import('node:worker_threads');
    yield* outcomes(
      () => fs.readFileSync(argument),
      () => fs.writeFileSync(`${argument}.new`, 'x'),
      () => processes.spawnSync('true').status,
      () => new threads.Worker('', { eval: true }),
      () => process.kill(process.ppid, 0),
      () => new Function('return 1')(),
      () => process.binding('tcp_wrap'),
    );
  },
  async *addon({ argument }) {
    yield* outcomes(() => {
      const loaded = { exports: {} };
      process.dlopen(loaded, argument);
      return typeof loaded.exports;
    });
  },
  async *wasm() {
    yield* outcomes(() => WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)));
  },
  async *environment() {
    yield paragraph(JSON.stringify(Object.keys(process.env).sort()));
    yield paragraph(`nice ${(await import('node:os')).getPriority()}`);
    yield paragraph(`folder ${process.cwd()}`);
  },
  async *descriptors() {
    yield paragraph(String(fs.readdirSync('/proc/self/fd').length));
  },
  async *interfaces() {
    const lines = fs.readFileSync('/proc/self/net/dev', 'utf8').trim().split('\n').slice(2);
    for (const line of lines) yield paragraph(`interface ${line.trim().split(':')[0]}`);
  },
  async *'own-status'() {
    yield paragraph(fs.readFileSync('/proc/self/status', 'utf8'));
  },
  async *'former-document'({ input }) {
    v8.setFlagsFromString('--expose-gc');
    vm.runInNewContext('gc')();
    yield paragraph(`former ${former === undefined ? 'none' : former.deref() === undefined ? 'gone' : 'held'}`);
    former = new WeakRef(input.source);
  },
  async *images({ context, argument }) {
    for (let left = Number(argument); left > 0; left -= 1) {
      const url = context.saveImage({ bytes: Buffer.from('GIF89a'), mediaType: 'image/gif' });
      yield { type: 'paragraph', children: [{ type: 'image', url, alt: 'one' }] };
    }
  },
  async *'many-warnings'({ context, argument }) {
    for (let left = Number(argument); left > 0; left -= 1) context.warn('one-of-many', `number ${left}`);
    yield paragraph('warned');
  },
  async *warnings({ context }) {
    context.warn('a-warning', 'm'.repeat(10_000), { kind: 'sheet', sheet: 's'.repeat(10_000), range: 'A1' });
    context.warn('boxed', 'on a page', { kind: 'page', page: 2, box: [1, 2.5, 3, 4] });
    yield paragraph('warned');
  },
};

const text = formats.find((format) => format.name === 'txt');
const real = text.load;
text.load = async () => ({
  async *read(input, context) {
    const line = Buffer.from(input.source.read(0, 4_096)).toString().split('\n', 1)[0];
    const [, name, argument = ''] = /^sabotage: ([\w-]+) ?(.*)$/.exec(line) ?? [];
    if (name === undefined) yield* (await real()).read(input, context);
    else yield* (await acts[name]({ input, context, argument })) ?? [];
  },
});

serve(convertTo, [['txt', real]]);
