// The namespaces of Office Open XML under one short name each: the transitional, the strict (ISO/IEC 29500-1, annex A)
// and the extension namespaces, so that readers never meet a prefix or an address.

const transitional = 'http://schemas.openxmlformats.org/';
const strict = 'http://purl.oclc.org/ooxml/';
const microsoft = 'http://schemas.microsoft.com/office/';

/** Short name, then every address that means it. */
const table: readonly (readonly [short: string, ...uris: string[]])[] = [
  ['w', `${transitional}wordprocessingml/2006/main`, `${strict}wordprocessingml/main`],
  ['r', `${transitional}officeDocument/2006/relationships`, `${strict}officeDocument/relationships`],
  ['m', `${transitional}officeDocument/2006/math`, `${strict}officeDocument/math`],
  ['a', `${transitional}drawingml/2006/main`, `${strict}drawingml/main`],
  ['pic', `${transitional}drawingml/2006/picture`, `${strict}drawingml/picture`],
  ['c', `${transitional}drawingml/2006/chart`, `${strict}drawingml/chart`],
  ['dgm', `${transitional}drawingml/2006/diagram`, `${strict}drawingml/diagram`],
  ['lc', `${transitional}drawingml/2006/lockedCanvas`, `${strict}drawingml/lockedCanvas`],
  ['wp', `${transitional}drawingml/2006/wordprocessingDrawing`, `${strict}drawingml/wordprocessingDrawing`],
  ['xdr', `${transitional}drawingml/2006/spreadsheetDrawing`, `${strict}drawingml/spreadsheetDrawing`],
  ['p', `${transitional}presentationml/2006/main`, `${strict}presentationml/main`],
  ['x', `${transitional}spreadsheetml/2006/main`, `${strict}spreadsheetml/main`],
  ['ep', `${transitional}officeDocument/2006/extended-properties`, `${strict}officeDocument/extendedProperties`],
  ['vt', `${transitional}officeDocument/2006/docPropsVTypes`, `${strict}officeDocument/docPropsVTypes`],
  ['cp', `${transitional}package/2006/metadata/core-properties`],
  ['ct', `${transitional}package/2006/content-types`],
  ['rel', `${transitional}package/2006/relationships`],
  ['mc', `${transitional}markup-compatibility/2006`],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['o', 'urn:schemas-microsoft-com:office:office'],
  ['w10', 'urn:schemas-microsoft-com:office:word'],
  ['xvml', 'urn:schemas-microsoft-com:office:excel'],
  ['wps', `${microsoft}word/2010/wordprocessingShape`],
  ['wpg', `${microsoft}word/2010/wordprocessingGroup`],
  ['wpc', `${microsoft}word/2010/wordprocessingCanvas`],
  ['wp14', `${microsoft}word/2010/wordprocessingDrawing`],
  ['w14', `${microsoft}word/2010/wordml`],
  ['w15', `${microsoft}word/2012/wordml`],
  ['w16cex', `${microsoft}word/2018/wordml/cex`],
  ['w16cid', `${microsoft}word/2016/wordml/cid`],
  ['w16se', `${microsoft}word/2015/wordml/symex`],
  ['a14', `${microsoft}drawing/2010/main`],
  ['a16', `${microsoft}drawing/2014/main`],
  ['adec', `${microsoft}drawing/2017/decorative`],
  ['asvg', `${microsoft}drawing/2016/SVG/main`],
  ['dsp', `${microsoft}drawing/2008/diagram`],
  ['c14', `${microsoft}drawing/2007/8/2/chart`],
  ['c15', `${microsoft}drawing/2012/chart`],
  ['c16', `${microsoft}drawing/2014/chart`],
  ['c16r2', `${microsoft}drawing/2015/06/chart`],
  ['cx', `${microsoft}drawing/2014/chartex`],
  ['cx1', `${microsoft}drawing/2015/9/8/chartex`],
  ['cx2', `${microsoft}drawing/2015/10/21/chartex`],
  ['cx4', `${microsoft}drawing/2016/5/10/chartex`],
  ['p14', `${microsoft}powerpoint/2010/main`],
  ['p15', `${microsoft}powerpoint/2012/main`],
  ['p188', `${microsoft}powerpoint/2018/8/main`],
  ['x14', `${microsoft}spreadsheetml/2009/9/main`],
  ['x15', `${microsoft}spreadsheetml/2010/11/main`],
  ['xtc', `${microsoft}spreadsheetml/2018/threadedcomments`],
  ['xlrd', `${microsoft}spreadsheetml/2017/richdata`],
  ['xlrvr', `${microsoft}spreadsheetml/2022/richvaluerel`],
  ['xm', `${microsoft}excel/2006/main`],
];

const shortNames = new Map(table.flatMap(([short, ...uris]) => uris.map((uri) => [uri, short] as const)));

/** The short name of a namespace; one that is not known keeps its address. */
export function officeNamespace(uri: string): string {
  return shortNames.get(uri) ?? uri;
}

/** Extensions whose content our readers understand: their branch of an alternative is taken (ISO/IEC 29500-3, 7.5). */
const understood = new Set(
  'w a p x wps wpg wpc wp14 w14 w15 w16se w16cid w16cex a14 a16 adec asvg c14 c15 c16 c16r2 cx cx1 cx2 cx4 p14 p15 p188 x14 x15'.split(
    ' ',
  ),
);

export function isUnderstood(namespace: string | undefined): boolean {
  return namespace !== undefined && understood.has(namespace);
}
