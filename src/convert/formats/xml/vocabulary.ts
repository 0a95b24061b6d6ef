// What element names mean in documents: one table for DocBook, JATS, TEI, DITA, patents, flat ODF and flat Word, with
// the few names that differ between them set apart. A new vocabulary is a row here.
import type { XmlName } from '../../containers/xml.ts';
import { descendants, type XmlElement } from '../../containers/xml-tree.ts';

export type Vocabulary = 'docbook' | 'jats' | 'tei' | 'dita' | 'patent' | 'odf' | 'word' | 'other';

export type Role =
  | 'section'
  | 'title'
  | 'subtitle'
  | 'heading'
  | 'para'
  | 'list'
  | 'ordered'
  | 'item'
  | 'terms'
  | 'table'
  | 'figure'
  | 'caption'
  | 'code'
  | 'quote'
  | 'admonition'
  | 'references'
  | 'reference'
  | 'claim'
  | 'line'
  | 'drop'
  // Inline from here.
  | 'emphasis'
  | 'strong'
  | 'strike'
  | 'super'
  | 'sub'
  | 'literal'
  | 'link'
  | 'image'
  | 'quoted'
  | 'footnote'
  | 'math'
  | 'display'
  | 'break'
  | 'span';

const inlineRoles: ReadonlySet<Role> = new Set<Role>([
  'emphasis',
  'strong',
  'strike',
  'super',
  'sub',
  'literal',
  'link',
  'image',
  'quoted',
  'footnote',
  'math',
  'break',
  'span',
]);
export const isInlineRole = (role: Role): boolean => inlineRoles.has(role);

type Names = Partial<Record<Role, string>>;

/** Names that mean the same wherever they occur. */
const shared: Names = {
  section:
    'section sect1 sect2 sect3 sect4 sect5 simplesect chapter part appendix preface article book sec app topic concept task reference glossary bibliography dedication acknowledgements acknowledgments colophon refentry refsect1 refsect2 refsect3 refsection ack abstract notes back-matter front-matter trans-abstract',
  title: 'title head article-title invention-title title-of-invention',
  subtitle: 'subtitle titleabbrev trans-title alt-title',
  heading: 'heading h',
  para: 'p para simpara paragraph ab shortdesc cmd info result stepresult context prereq postreq',
  list: 'list itemizedlist ul simplelist',
  ordered: 'orderedlist ol procedure steps substeps',
  item: 'listitem li list-item item step substep member',
  terms: 'variablelist dl def-list deflist glosslist parml',
  table: 'table informaltable table-wrap tables tbl simpletable choicetable properties',
  figure: 'figure fig informalfigure fig-group example informalexample',
  caption: 'caption figcaption',
  code: 'programlisting screen literallayout codeblock preformat pre synopsis eg msgblock screenco',
  quote: 'blockquote disp-quote epigraph lq',
  admonition: 'note tip warning caution important boxed-text sidebar danger attention notice',
  references: 'ref-list bibliolist listBibl',
  reference: 'biblioentry bibliomixed bibl biblStruct',
  drop: 'indexterm index-term colspec spanspec object-id prolog revhistory processing-meta',
  emphasis:
    'emphasis italic i em it hi citetitle foreignphrase firstterm replaceable cite wordasword mentioned highlight',
  strong: 'bold b strong uicontrol wintitle guibutton guimenu guimenuitem guilabel keycap',
  strike: 'strike s del',
  super: 'superscript sup sp',
  sub: 'subscript sub sb',
  literal:
    'code literal monospace command filename option varname function parameter codeph filepath userinput systemoutput computeroutput tt apiname cmdname envar classname methodname tag gi att constant prompt property symbol type kbd varref parmname synph',
  link: 'link ulink ext-link uri xref ptr url email a olink related-article cross-reference',
  image: 'graphic inline-graphic imagedata image img media',
  quoted: 'quote q',
  footnote: 'footnote fn',
  math: 'inline-formula inlineequation math tex-math mathphrase formula',
  display: 'disp-formula equation informalequation display-formula maths math-cwu',
  break: 'br break lb line-break',
  span: 'span phrase ph styled-content named-content sc underline overline roman abbrev acronym abbr keyword term xref-group institution-wrap surname given-names name string-name collab persName orgName placeName figref claim-ref pdat',
};

/** Where a vocabulary means something else by a name. */
const own: Record<Vocabulary, Names> = {
  docbook: {},
  jats: {
    reference: 'ref mixed-citation element-citation nlm-citation',
    section: 'fn-group',
    drop: 'counts journal-meta',
    figure: 'supplementary-material',
    list: 'list',
    quote: 'verse-group',
    line: 'verse-line',
  },
  tei: {
    footnote: 'note',
    link: 'ref ptr',
    section: 'div div0 div1 div2 div3 div4 div5 div6 div7 lg0',
    quote: 'quote cit lg',
    line: 'l',
    emphasis: 'hi emph foreign title',
    drop: 'teiHeader fw',
    break: 'lb',
    para: 'p ab sp stage',
    reference: 'bibl biblStruct',
  },
  dita: {
    section: 'topic concept task reference section refsyn taskbody conbody refbody example',
    table: 'simpletable choicetable properties table',
  },
  patent: {
    section: 'abstract description claims subdoc-abstract subdoc-description subdoc-claims SDOAB SDODE SDOCL',
    heading: 'heading H',
    para: 'p paragraph PARA',
    claim: 'claim CLM',
    emphasis: 'i italic ITALIC',
    strong: 'b bold BOLD',
    sub: 'sub subscript SB',
    super: 'sup superscript SP',
    span: 'highlight HIL PDAT PTEXT STEXT BTEXT figref FGREF CLREF claim-ref cross-reference dependent-claim-reference claim-text',
    display: 'maths math-cwu MATH-US in-line-formula',
    table: 'tables table TABLE-US',
    figure: 'figure EMI',
    drop: 'colspec number us-bibliographic-data-application us-bibliographic-data-grant subdoc-bibliographic-information SDOBI drawings subdoc-drawings SDODR us-sequence-list-doc',
  },
  odf: {
    para: 'p',
    heading: 'h',
    list: 'list',
    item: 'list-item list-header',
    link: 'a',
    span: 'span bookmark',
    table: 'table',
    break: 'line-break',
    image: 'image',
    drop: 'meta settings scripts font-face-decls styles automatic-styles master-styles sequence-decls forms',
    footnote: 'note',
  },
  word: {
    para: 'p',
    table: 'tbl',
    span: 'r t hyperlink smartTag sdt sdtContent',
    break: 'br',
    drop: 'rPr pPr sectPr tblPr tblGrid trPr tcPr styles fonts lists docPr DocumentProperties settings instrText binData',
  },
  other: {},
};

const tables = new Map<Vocabulary, ReadonlyMap<string, Role>>();

function tableOf(vocabulary: Vocabulary): ReadonlyMap<string, Role> {
  const made = tables.get(vocabulary);
  if (made !== undefined) return made;
  const table = new Map<string, Role>();
  for (const names of [shared, own[vocabulary]]) {
    for (const [role, list] of Object.entries(names)) for (const name of list.split(' ')) table.set(name, role as Role);
  }
  tables.set(vocabulary, table);
  return table;
}

export function roleOf(element: XmlElement, vocabulary: Vocabulary): Role | undefined {
  return tableOf(vocabulary).get(element.name.local);
}

const roots: readonly [Vocabulary, RegExp, string][] = [
  ['tei', /^http:\/\/www\.tei-c\.org\/ns\//, 'TEI TEI.2 teiCorpus'],
  ['docbook', /^http:\/\/docbook\.org\/ns\/docbook/, ''],
  ['odf', /^urn:oasis:names:tc:opendocument:xmlns:office:/, ''],
  [
    'word',
    /^http:\/\/schemas\.microsoft\.com\/office\/word\/2003\/wordml|^http:\/\/schemas\.microsoft\.com\/office\/2006\/xmlPackage/,
    '',
  ],
  ['patent', /^$/, 'us-patent-application us-patent-grant patent-application-publication PATDOC ep-patent-document'],
  ['dita', /^$/, 'topic concept task dita glossentry troubleshooting'],
  ['jats', /^$|^http:\/\/jats\.nlm\.nih\.gov/, 'pmc-articleset collection'],
  ['docbook', /^$/, 'chapter sect1 refentry preface appendix part set'],
];

/** The vocabulary of a document by its root; `article` and `book` are told apart by what JATS alone has. */
export function vocabularyOf(root: XmlName): Vocabulary | undefined {
  for (const [vocabulary, uri, names] of roots) {
    if (!uri.test(root.uri)) continue;
    if (names === '' || names.split(' ').includes(root.local)) return vocabulary;
  }
  if (root.uri !== '') return undefined;
  return root.local === 'article' || root.local === 'book' ? 'jats' : undefined;
}

/** JATS has a front, a body and a back; DocBook has none of them. */
export function refined(vocabulary: Vocabulary, root: XmlElement): Vocabulary {
  if (vocabulary !== 'jats' || root.name.local === 'pmc-articleset' || root.name.local === 'collection')
    return vocabulary;
  const jats = root.children.some(
    (one) =>
      typeof one === 'object' &&
      /^(?:front|front-stub|body|back|book-meta|book-body|collection-meta)$/.test(one.name.local),
  );
  return jats ? 'jats' : 'docbook';
}

/** Share of all text that stands beside elements, from which on an unknown vocabulary is read as prose. */
const narrativeShare = 0.2;

/** Mixed content is what tells prose from data. */
export function isNarrative(root: XmlElement): boolean {
  let all = 0;
  let mixed = 0;
  const weigh = (element: XmlElement) => {
    let size = 0;
    let elements = false;
    for (const one of element.children) {
      if (typeof one === 'object') elements = true;
      else size += one.trim().length;
    }
    all += size;
    if (elements) mixed += size;
  };
  weigh(root);
  for (const element of descendants(root)) weigh(element);
  return all > 0 && mixed / all >= narrativeShare;
}

/** A root that only looks like a document (`book` in a catalogue) has no paragraphs or headings in it. */
export function hasProse(root: XmlElement, vocabulary: Vocabulary): boolean {
  for (const element of descendants(root)) {
    const role = roleOf(element, vocabulary);
    if (role === 'para' || role === 'heading' || role === 'code') return true;
  }
  return false;
}
