// What newer Excel keeps in a cell beside an error for older programs ([MS-XLSX] 2.3.2, 2.6.216): pictures that stand in
// cells, and entries of linked data such as shares and places.
import type { OfficeElement } from '../../containers/office-xml.ts';
import type { OpcPart } from '../../containers/opc.ts';
import { text } from '../../document/build.ts';
import type { Phrasing } from '../../document/tree.ts';
import type { ReadContext } from '../../format.ts';
import { writtenText } from '../office/alternative-text.ts';
import { pictureNodes } from '../office/pictures.ts';
import { treeOf } from './part-tree.ts';

/** More than any workbook has of them. */
const mostValues = 100_000;
/** Longer than what a cell of linked data shows. */
const longestEntry = 1_000;

/** What stands in a cell of that value metadata, counted from 1; undefined where nothing is known of it. */
export type RichValues = (metadata: number) => readonly Phrasing[] | undefined;

export function readRichValues(workbook: OpcPart, context: ReadContext): RichValues | undefined {
  const metadata = treeOf(workbook.related('sheetMetadata'), context);
  const values = listOf(treeOf(workbook.related('rdRichValue'), context), 'xlrd:rv');
  if (metadata === undefined || values.length === 0) return undefined;
  const indexes = valueIndexes(metadata);
  const structures = listOf(treeOf(workbook.related('rdRichValueStructure'), context), 'xlrd:s');
  const pictures = workbook.related('richValueRel');
  const relations = listOf(treeOf(pictures, context), 'xlrvr:rel');
  const known = new Map<number, readonly Phrasing[] | undefined>();
  const nodesAt = (index: number): readonly Phrasing[] | undefined => {
    const fields = fieldsOf(values[index], structures);
    const picture = fields.get('_rvRel:LocalImageIdentifier');
    if (picture === undefined) {
      const entry = fields.get('_DisplayString')?.trim().slice(0, longestEntry) ?? '';
      return entry === '' ? undefined : [text(entry)];
    }
    const file = pictures?.target(relations[Number(picture)]?.get('r:id'));
    if (file === undefined) return undefined;
    const name = file.name.slice(file.name.lastIndexOf('/') + 1);
    const alt = writtenText(fields.get('Text') ?? '');
    return pictureNodes({ alt, mediaType: file.contentType, name, bytes: () => file.bytes() }, context);
  };
  return (at) => {
    const index = indexes[at - 1];
    if (index === undefined) return undefined;
    if (!known.has(index)) known.set(index, nodesAt(index));
    return known.get(index);
  };
}

const listOf = (root: OfficeElement | undefined, key: string): OfficeElement[] =>
  root === undefined ? [] : [...root.elements(key)].slice(0, mostValues);

/** The numbers of the rich values that the value metadata lead to (ECMA-376 part 1, 18.9.17). */
function valueIndexes(metadata: OfficeElement): (number | undefined)[] {
  const types = listOf(metadata.child('x:metadataTypes'), 'x:metadataType').map((type) => type.get('name'));
  const future = [...metadata.elements('x:futureMetadata')].find((one) => one.get('name') === 'XLRICHVALUE');
  const blocks = listOf(future, 'x:bk').map((block) => {
    const [value] = block.descendants('xlrd:rvb');
    return value === undefined ? undefined : Number(value.get('i'));
  });
  return listOf(metadata.child('x:valueMetadata'), 'x:bk').map((block) => {
    const record = block.child('x:rc');
    return types[Number(record?.get('t')) - 1] === 'XLRICHVALUE' ? blocks[Number(record?.get('v'))] : undefined;
  });
}

/** A rich value by the names that its structure gives to its parts. */
function fieldsOf(value: OfficeElement | undefined, structures: readonly OfficeElement[]): Map<string, string> {
  const fields = new Map<string, string>();
  if (value === undefined) return fields;
  const names = [...(structures[Number(value.get('s'))]?.elements('xlrd:k') ?? [])].map((one) => one.get('n') ?? '');
  for (const [at, part] of [...value.elements('xlrd:v')].entries()) fields.set(names[at] ?? '', part.text());
  return fields;
}
