// Finds every regular expression in src/: literals, and those built from text that is known where they are built.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst, transformWithEsbuild } from 'vite';

const root = join(import.meta.dirname, '../..');

export interface SourceExpression {
  /** The file, and how the expression is written there. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

type Tree = Readonly<Record<string, unknown>>;

/** What a name of the source stands for that is known only when it runs: plain letters, as most of them are. */
const unknownText = 'name';

export async function sourceExpressions(): Promise<readonly SourceExpression[]> {
  const found: SourceExpression[] = [];
  for (const path of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(path) || /\.test\.tsx?$/.test(path)) continue;
    const text = readFileSync(join(root, 'src', path), 'utf8');
    const { code } = await transformWithEsbuild(text, path, {
      loader: path.endsWith('x') ? 'tsx' : 'ts',
      target: 'esnext',
      jsx: 'automatic',
      sourcemap: false,
    });
    found.push(...expressionsOf(parseAst(code) as unknown as Tree, `src/${path}`));
  }
  return found;
}

function* expressionsOf(program: Tree, place: string): Generator<SourceExpression> {
  const constants = new Map<string, Tree>();
  for (const node of nodes(program)) {
    const { id, init } = node as { id?: Tree; init?: Tree };
    if (node['type'] === 'VariableDeclarator' && id?.['type'] === 'Identifier' && init) {
      constants.set(String(id['name']), init);
    }
  }
  for (const node of nodes(program)) {
    const literal = node['regex'] as { pattern: string; flags: string } | undefined;
    if (node['type'] === 'Literal' && literal !== undefined) {
      yield { place, source: literal.pattern, flags: literal.flags };
    }
    const callee = node['callee'] as Tree | undefined;
    if (node['type'] === 'NewExpression' && callee?.['name'] === 'RegExp') {
      const [pattern, flags] = node['arguments'] as readonly (Tree | undefined)[];
      const source = textOf(pattern, constants);
      yield { place, source, flags: flags === undefined ? '' : textOf(flags, constants) };
    }
  }
}

/** The text an expression of the source has, with its constants put in. */
function textOf(node: Tree | undefined, constants: ReadonlyMap<string, Tree>): string {
  if (node === undefined) return '';
  const inner = (one: unknown): string => textOf(one as Tree, constants);
  switch (node['type']) {
    case 'Literal': {
      const literal = node['regex'] as { pattern: string } | undefined;
      return literal === undefined ? String(node['value']) : literal.pattern;
    }
    case 'Identifier': {
      const known = constants.get(String(node['name']));
      return known === undefined ? unknownText : inner(known);
    }
    case 'MemberExpression': {
      const isSource = (node['property'] as Tree)['name'] === 'source';
      return isSource ? inner(node['object']) : unknownText;
    }
    case 'TaggedTemplateExpression':
      // Only String.raw is used for expressions.
      return inner({ ...(node['quasi'] as Tree), raw: true });
    case 'TemplateLiteral': {
      const between = node['expressions'] as readonly Tree[];
      const raw = node['raw'] === true;
      return (node['quasis'] as readonly { value: { cooked: string; raw: string } }[])
        .map(({ value }, at) => (raw ? value.raw : value.cooked) + inner(between[at]))
        .join('');
    }
    case 'BinaryExpression': {
      const [left, right] = [inner(node['left']), inner(node['right'])];
      // Lengths are sums of small numbers.
      return Number.isNaN(Number(left) + Number(right)) ? left + right : String(Number(left) + Number(right));
    }
    default:
      return unknownText;
  }
}

function* nodes(start: Tree): Generator<Tree> {
  const waiting: unknown[] = [start];
  for (let at = waiting.pop(); waiting.length > 0 || at !== undefined; at = waiting.pop()) {
    if (typeof at !== 'object' || at === null) continue;
    if ('type' in at) yield at as Tree;
    waiting.push(...Object.values(at));
  }
}
