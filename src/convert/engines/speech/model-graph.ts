// Cuts the part out of an ONNX model that computes what we ask for. The published models also compute every attention
// map, carry two decoders in one file, and unpack the whole vocabulary matrix for each word: what is cut out here needs
// half the memory and a third of the time (ONNX IR specification; onnx.proto for the field numbers).
import { Failure } from '../../../core/failure.ts';
import { delimitedField, fieldsOf, numberField, textField } from './protobuf.ts';

interface Named {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface GraphNode {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The message as it stands in the file. */
  readonly bytes: Uint8Array;
  /** Its attributes as they stand in the file. */
  readonly attributes: readonly Uint8Array[];
  /** Sub-graphs by the name of their attribute. */
  readonly branches: ReadonlyMap<string, Graph>;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly constants: readonly Named[];
  readonly inputs: readonly Named[];
  readonly outputs: readonly Named[];
}

export interface Model {
  readonly graph: Graph;
  /** Everything beside the graph: versions and operator sets. */
  readonly head: readonly Uint8Array[];
}

const modelGraph = 7;
const graphNode = 1;
const graphName = 2;
const graphConstant = 5;
const graphInput = 11;
const graphOutput = 12;
const [nodeInput, nodeOutput, nodeName, nodeOperation, nodeAttribute] = [1, 2, 3, 4, 5] as const;
const attributeName = 1;
const attributeNumber = 3;
const attributeGraph = 6;
const attributeType = 20;
const attributeIsNumber = 2;
const constantDimension = 1;
const constantType = 2;
const constantName = 8;
const constantContent = 9;
const wholeNumbers = 7;
const valueName = 1;

const textAt = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');

export function parseModel(bytes: Uint8Array): Model {
  const head: Uint8Array[] = [];
  let graph: Graph | undefined;
  for (const field of fieldsOf(bytes)) {
    if (field.number === modelGraph) graph = parseGraph(bytes, field.from, field.to);
    else if (field.delimited) head.push(...delimitedField(field.number, [bytes.subarray(field.from, field.to)]));
    else head.push(numberField(field.number, field.value));
  }
  if (graph === undefined) throw unfit('it has no graph');
  return { graph, head };
}

function parseGraph(bytes: Uint8Array, from: number, to: number): Graph {
  const nodes: GraphNode[] = [];
  const constants: Named[] = [];
  const inputs: Named[] = [];
  const outputs: Named[] = [];
  for (const field of fieldsOf(bytes, from, to)) {
    const content = bytes.subarray(field.from, field.to);
    if (field.number === graphNode) nodes.push(parseNode(content));
    if (field.number === graphConstant) constants.push({ name: nameIn(content, constantName), bytes: content });
    if (field.number === graphInput) inputs.push({ name: nameIn(content, valueName), bytes: content });
    if (field.number === graphOutput) outputs.push({ name: nameIn(content, valueName), bytes: content });
  }
  return { nodes, constants, inputs, outputs };
}

function nameIn(bytes: Uint8Array, number: number): string {
  for (const field of fieldsOf(bytes)) if (field.number === number) return textAt(bytes, field.from, field.to);
  return '';
}

function parseNode(bytes: Uint8Array): GraphNode {
  const inputs: string[] = [];
  const outputs: string[] = [];
  const attributes: Uint8Array[] = [];
  const branches = new Map<string, Graph>();
  let operation = '';
  for (const { number, from, to } of fieldsOf(bytes)) {
    if (number === nodeInput) inputs.push(textAt(bytes, from, to));
    if (number === nodeOutput) outputs.push(textAt(bytes, from, to));
    if (number === nodeOperation) operation = textAt(bytes, from, to);
    if (number === nodeAttribute) {
      attributes.push(bytes.subarray(from, to));
      for (const part of fieldsOf(bytes, from, to)) {
        if (part.number !== attributeGraph) continue;
        branches.set(nameIn(bytes.subarray(from, to), attributeName), parseGraph(bytes, part.from, part.to));
      }
    }
  }
  return { operation, inputs, outputs, bytes, attributes, branches };
}

/** A node of the standard operator set. */
export function newNode(
  operation: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: readonly Uint8Array[] = [],
): GraphNode {
  const pieces = [
    ...inputs.flatMap((name) => textField(nodeInput, name)),
    ...outputs.flatMap((name) => textField(nodeOutput, name)),
    ...textField(nodeName, `${outputs[0] ?? operation}_node`),
    ...textField(nodeOperation, operation),
    ...attributes.flatMap((attribute) => delimitedField(nodeAttribute, [attribute])),
  ];
  return { operation, inputs, outputs, bytes: Buffer.concat(pieces), attributes, branches: new Map() };
}

/** An attribute that is a whole number. */
export function numberAttribute(name: string, value: number): Uint8Array {
  return Buffer.concat([
    ...textField(attributeName, name),
    numberField(attributeNumber, value),
    numberField(attributeType, attributeIsNumber),
  ]);
}

/** A list of whole numbers as a constant of the graph (TensorProto of type INT64). */
export function numbersConstant(name: string, values: readonly number[]): Named {
  const content = Buffer.from(BigInt64Array.from(values, BigInt).buffer);
  const pieces = [
    numberField(constantDimension, values.length),
    numberField(constantType, wholeNumbers),
    ...textField(constantName, name),
    ...delimitedField(constantContent, [content]),
  ];
  return { name, bytes: Buffer.concat(pieces) };
}

/** The sub-graph of the model's one `If`, seen together with everything around it. */
export function branchOf({ graph, head }: Model, name: 'then_branch' | 'else_branch'): Model {
  const choice = graph.nodes.find((node) => node.operation === 'If');
  const branch = choice?.branches.get(name);
  if (branch === undefined) throw unfit('its decoder is not a merged one');
  return {
    head,
    graph: {
      nodes: [...graph.nodes.filter((node) => node !== choice), ...branch.nodes],
      constants: [...graph.constants, ...branch.constants],
      inputs: graph.inputs,
      outputs: graph.outputs,
    },
  };
}

/** The same model with only these outputs, and nothing in it that they do not need. */
export function cutTo({ graph, head }: Model, outputs: readonly string[]): Uint8Array {
  const makers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)));
  const needed = new Set<string>(outputs);
  const kept = new Set<GraphNode>();
  // A set that grows while it is walked gives each name one visit.
  for (const name of needed) {
    const maker = makers.get(name);
    if (maker === undefined || kept.has(maker)) continue;
    if (maker.branches.size > 0) throw unfit('its graph is nested in a way we do not know');
    kept.add(maker);
    for (const input of maker.inputs) needed.add(input);
  }
  const isNeeded = ({ name }: Named): boolean => needed.has(name);
  const results = outputs.map((name) => {
    const found = graph.outputs.find((output) => output.name === name);
    if (found === undefined || !makers.has(name)) throw unfit(`it has no output ${name}`);
    return found;
  });
  const content = [
    ...graph.nodes.filter((node) => kept.has(node)).flatMap((node) => delimitedField(graphNode, [node.bytes])),
    ...textField(graphName, 'part'),
    ...graph.constants.filter(isNeeded).flatMap(({ bytes }) => delimitedField(graphConstant, [bytes])),
    ...graph.inputs.filter(isNeeded).flatMap(({ bytes }) => delimitedField(graphInput, [bytes])),
    ...results.flatMap(({ bytes }) => delimitedField(graphOutput, [bytes])),
  ];
  return Buffer.concat([...head, ...delimitedField(modelGraph, content)]);
}

function unfit(why: string): Failure {
  return new Failure('PROCESSING_FAILED', { details: `The speech model cannot be used: ${why}.` });
}
