// Word documents built in memory.
import { zipOf } from './zip.ts';

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
export const officeRelation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const wordSpace = `xmlns:w="${word}" xmlns:r="${officeRelation}"`;

/** A package with this body, and parts that the main part is related to by their name. */
export function docx(body: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  const related = Object.keys(parts).map(
    (name, at) => `<Relationship Id="r${at}" Type="${officeRelation}/${name}" Target="${name}.xml"/>`,
  );
  const relations = (entries: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`;
  return zipOf({
    '_rels/.rels': relations(
      `<Relationship Id="a" Type="${officeRelation}/officeDocument" Target="word/document.xml"/>`,
    ),
    'word/document.xml': `<w:document ${wordSpace}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(related.join('')),
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}.xml`, xml])),
  });
}

export const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const paragraph = (content: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`;
