// The keys and values of what was heard depend on the sound alone, but the published decoder takes their shape from its
// own text, which would drag the whole decoder along. One recording is heard at a time: the shape is known.
import { type GraphNode, type Model, newNode, numbersConstant } from './model-graph.ts';

const shapeName = 'heard_shape';

/** Gives the outputs `present.N.encoder.*` a fixed batch of one, so that they can be cut out by themselves. */
export function withFixedShape(model: Model, heads: number, headSize: number): Model {
  const { nodes, constants } = model.graph;
  const makers = new Map(nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const replaced = new Map<GraphNode, GraphNode>();
  for (const { operation, inputs, outputs } of nodes) {
    if (operation !== 'Transpose' || !/^present\.\d+\.encoder\./.test(outputs[0] ?? '')) continue;
    const reshape = makers.get(inputs[0] ?? '');
    const [projected] = reshape?.inputs ?? [];
    if (reshape?.operation !== 'Reshape' || projected === undefined) continue;
    replaced.set(reshape, newNode('Reshape', [projected, shapeName], reshape.outputs));
  }
  return {
    ...model,
    graph: {
      ...model.graph,
      nodes: nodes.map((node) => replaced.get(node) ?? node),
      // -1: as long as the sound is.
      constants: [...constants, numbersConstant(shapeName, [1, -1, heads, headSize])],
    },
  };
}
