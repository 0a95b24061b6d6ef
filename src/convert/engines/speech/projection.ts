// Keeps the vocabulary matrix as whole numbers. The published decoder turns it into 100 MB of floats for every single
// word before it multiplies with it; quantising the short side instead gives the same words at a twentieth of the cost.
import { type GraphNode, type Model, newNode, numberAttribute } from './model-graph.ts';

/** TensorProto.FLOAT. */
const floatType = 1;

/** Replaces `logits = hidden x dequantised(matrix)` by a product of whole numbers; other models stay as they are. */
export function withWholeNumberProjection(model: Model): Model {
  const { nodes } = model.graph;
  const product = nodes.find(({ operation, outputs }) => operation === 'MatMul' && outputs[0] === 'logits');
  const [hidden, matrix] = product?.inputs ?? [];
  const unpacking = nodes.find(
    ({ operation, outputs }) => operation === 'DequantizeLinear' && matrix !== undefined && outputs[0] === matrix,
  );
  const [packed, scale, zero] = unpacking?.inputs ?? [];
  if (product === undefined || hidden === undefined || packed === undefined) return model;
  if (scale === undefined || zero === undefined) return model;
  const replacement: readonly GraphNode[] = [
    newNode('DynamicQuantizeLinear', [hidden], ['logits_hidden', 'logits_hidden_scale', 'logits_hidden_zero']),
    newNode('MatMulInteger', ['logits_hidden', packed, 'logits_hidden_zero', zero], ['logits_whole']),
    newNode('Cast', ['logits_whole'], ['logits_float'], [numberAttribute('to', floatType)]),
    newNode('Mul', ['logits_hidden_scale', scale], ['logits_scale']),
    newNode('Mul', ['logits_float', 'logits_scale'], ['logits']),
  ];
  const kept = nodes.flatMap((node) => (node === product ? replacement : [node]));
  return { ...model, graph: { ...model.graph, nodes: kept } };
}
