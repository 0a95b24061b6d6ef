// Cutting models: what is not needed goes, what is needed still computes the same on the real runtime.
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { Failure } from '../../../core/failure.ts';
import { branchOf, cutTo, newNode, numberAttribute, parseModel } from './model-graph.ts';
import { withWholeNumberProjection } from './projection.ts';
import { delimitedField, fieldsOf, numberField, textField } from './protobuf.ts';

const floatTensor = 1;
const byteTensor = 2;

function constant(name: string, type: number, dims: readonly number[], bytes: Uint8Array): Uint8Array {
  return Buffer.concat([
    ...dims.map((size) => numberField(1, size)),
    numberField(2, type),
    ...textField(8, name),
    ...delimitedField(9, [bytes]),
  ]);
}

/** A value of floats with open dimensions. */
function value(name: string, dimensions: number): Uint8Array {
  const shape = Array.from({ length: dimensions }, (_, at) => delimitedField(1, textField(2, `${name}_${at}`))).flat();
  const tensor = [numberField(1, floatTensor), ...delimitedField(2, shape)];
  return Buffer.concat([...textField(1, name), ...delimitedField(2, delimitedField(1, tensor))]);
}

interface Parts {
  readonly nodes: readonly Uint8Array[];
  readonly constants?: readonly Uint8Array[];
  readonly inputs: readonly Uint8Array[];
  readonly outputs: readonly Uint8Array[];
}

function model({ nodes, constants = [], inputs, outputs }: Parts): Uint8Array {
  const graph = [
    ...nodes.flatMap((bytes) => delimitedField(1, [bytes])),
    ...textField(2, 'g'),
    ...constants.flatMap((bytes) => delimitedField(5, [bytes])),
    ...inputs.flatMap((bytes) => delimitedField(11, [bytes])),
    ...outputs.flatMap((bytes) => delimitedField(12, [bytes])),
  ];
  const opset = delimitedField(8, [numberField(2, 13)]);
  return Buffer.concat([numberField(1, 8), ...opset, ...delimitedField(7, graph)]);
}

const floats = (tensor: Tensor | undefined): number[] =>
  tensor === undefined ? [] : [...(tensor.data as Float32Array)];
const node = (...parts: Parameters<typeof newNode>): Uint8Array => newNode(...parts).bytes;

test('only what an output needs stays', async () => {
  const both = model({
    nodes: [node('Neg', ['x'], ['minus']), node('Exp', ['x'], ['power']), node('Abs', ['minus'], ['size'])],
    inputs: [value('x', 1), value('unused', 1)],
    outputs: [value('size', 1), value('power', 1)],
  });
  const cut = cutTo(parseModel(both), ['size']);
  const { graph } = parseModel(cut);
  expect(graph.nodes.map(({ operation }) => operation)).toEqual(['Neg', 'Abs']);
  expect(graph.inputs.map(({ name }) => name)).toEqual(['x']);
  const session = await InferenceSession.create(cut);
  const { size } = await session.run({ x: new Tensor('float32', Float32Array.of(-2, 3), [2]) });
  expect(floats(size)).toEqual([2, 3]);
});

test('a branch is cut out with what stands around it', async () => {
  const branch = (operation: string): Uint8Array =>
    Buffer.concat([
      ...delimitedField(1, [node(operation, ['doubled'], ['y'])]),
      ...delimitedField(12, [value('y', 1)]),
    ]);
  const attribute = (name: string, graph: Uint8Array): Uint8Array =>
    Buffer.concat([...textField(1, name), ...delimitedField(6, [graph]), numberField(20, 5)]);
  const choice = node(
    'If',
    ['flag'],
    ['y'],
    [attribute('then_branch', branch('Neg')), attribute('else_branch', branch('Abs'))],
  );
  const merged = model({
    nodes: [node('Add', ['x', 'x'], ['doubled']), choice],
    inputs: [value('x', 1), value('flag', 1)],
    outputs: [value('y', 1)],
  });
  const session = await InferenceSession.create(cutTo(branchOf(parseModel(merged), 'then_branch'), ['y']));
  expect(session.inputNames).toEqual(['x']);
  const { y } = await session.run({ x: new Tensor('float32', Float32Array.of(4), [1]) });
  expect(floats(y)).toEqual([-8]);
});

test('a product of whole numbers says the same as the one it replaces', async () => {
  const [rows, columns] = [16, 5];
  const weights = Uint8Array.from({ length: rows * columns }, (_, at) => (at * 37) % 256);
  const published = model({
    nodes: [
      node('DequantizeLinear', ['packed', 'scale', 'zero'], ['matrix']),
      node('MatMul', ['hidden', 'matrix'], ['logits']),
    ],
    constants: [
      constant('packed', byteTensor, [rows, columns], weights),
      constant('scale', floatTensor, [], Buffer.from(Float32Array.of(0.02).buffer)),
      constant('zero', byteTensor, [], Uint8Array.of(120)),
    ],
    inputs: [value('hidden', 2)],
    outputs: [value('logits', 2)],
  });
  const replaced = withWholeNumberProjection(parseModel(published));
  expect(replaced.graph.nodes.map(({ operation }) => operation)).toContain('MatMulInteger');
  const hidden = new Tensor(
    'float32',
    Float32Array.from({ length: rows }, (_, at) => Math.sin(at)),
    [1, rows],
  );
  const [exact, whole] = await Promise.all(
    [published, cutTo(replaced, ['logits'])].map(async (bytes) => {
      const { logits } = await (await InferenceSession.create(bytes)).run({ hidden });
      return floats(logits);
    }),
  );
  expect(whole).toHaveLength(columns);
  for (const [at, one] of (whole ?? []).entries()) expect(Math.abs(one - (exact?.[at] ?? 0))).toBeLessThan(0.1);
});

test('a model without that product stays as it is', () => {
  const other = parseModel(
    model({ nodes: [node('Neg', ['x'], ['logits'])], inputs: [value('x', 1)], outputs: [value('logits', 1)] }),
  );
  expect(withWholeNumberProjection(other)).toBe(other);
});

test.each([
  ['is cut off', Uint8Array.of(0x3a, 0x7f, 1)],
  ['has no graph', Uint8Array.of(8, 8)],
  ['is of another kind', Buffer.from('not a model')],
])('a file that %s is a failure', (_title, bytes) => {
  expect(() => parseModel(bytes)).toThrow(Failure);
});

test('an output that is not there, or a branch, is a failure', () => {
  const plain = parseModel(
    model({ nodes: [node('Neg', ['x'], ['y'])], inputs: [value('x', 1)], outputs: [value('y', 1)] }),
  );
  expect(() => cutTo(plain, ['z'])).toThrow(Failure);
  expect(() => branchOf(plain, 'else_branch')).toThrow(Failure);
});

test('numbers of every length come back', () => {
  for (const number of [0, 1, 127, 128, 300, 2 ** 31, 2 ** 40]) {
    expect([...fieldsOf(numberField(15, number))]).toEqual([
      { number: 15, delimited: false, from: expect.any(Number), to: expect.any(Number), value: number },
    ]);
  }
  expect([...fieldsOf(numberAttribute('to', 1))]).toHaveLength(3);
});
