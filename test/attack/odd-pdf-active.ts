// PDFs that want to run something: scripts, programs, forms of another kind, files within, links that lead astray.
import { type PdfDict, type PdfFile, pdfText } from '../support/pdf.ts';
import { line, linkTo, pdfOf, textField, uriAction } from '../support/pdf-document.ts';
import type { OddPdfs } from './odd-pdf.ts';

const text = line(72, 700, 'Press here.');
const shown = ['Press here.'];
const evil = "app.alert('evil')";
const script: PdfDict = { S: '/JavaScript', JS: pdfText(evil) };
const area: readonly [number, number, number, number] = [70, 695, 140, 715];
const linked = (action: PdfDict): Buffer => pdfOf([{ content: text, annotations: [linkTo(action, area)] }]);

const strayLink = (url: string, ...lacks: string[]): OddPdfs => ({
  [`a link to ${url.slice(0, 40)}`]: { bytes: () => linked(uriAction(url)), holds: ['Press here'], lacks },
});

const embedded = (file: PdfFile, content: string): PdfDict => ({
  Type: '/Filespec',
  F: pdfText('../../etc/evil.exe'),
  EF: { F: file.stream(content, { Type: '/EmbeddedFile' }) },
});

export const activePdfs: OddPdfs = {
  'a script that runs on opening': {
    bytes: () => pdfOf([{ content: text }], { catalog: { OpenAction: script, AA: { WC: script } } }),
    holds: shown,
    lacks: ['evil'],
  },
  'scripts by name': {
    bytes: () =>
      pdfOf([{ content: text }], (file) => ({
        catalog: { Names: { JavaScript: { Names: [pdfText('evil'), file.add(script)] } } },
      })),
    holds: shown,
    lacks: ['evil'],
  },
  'a script on a page': {
    bytes: () => pdfOf([{ content: text, entries: { AA: { O: script, C: script } } }]),
    holds: shown,
    lacks: ['evil'],
  },
  'a link that runs a script': { bytes: () => linked(script), holds: ['Press here'], lacks: ['evil', ']('] },
  'a link that starts a program': {
    bytes: () =>
      linked({ S: '/Launch', F: pdfText('/bin/evil'), Win: { F: pdfText('evil.exe'), P: pdfText('/evil') } }),
    holds: ['Press here'],
    lacks: ['evil'],
  },
  'a link that sends a form': {
    bytes: () => linked({ S: '/SubmitForm', F: { FS: '/URL', F: pdfText('https://evil.example/') } }),
    holds: ['Press here'],
    lacks: ['evil'],
  },
  'a link that imports data': {
    bytes: () => linked({ S: '/ImportData', F: pdfText('/etc/evil') }),
    holds: ['Press here'],
    lacks: ['evil'],
  },
  'actions in a circle': {
    bytes: () =>
      pdfOf([
        (file) => {
          const action = file.reserve();
          file.set(action, { S: '/URI', URI: pdfText('https://example.com/'), Next: action });
          return { content: text, annotations: [{ Type: '/Annot', Subtype: '/Link', Rect: area, A: action }] };
        },
      ]),
    holds: ['Press here'],
  },
  ...strayLink('javascript:alert(1)', '](javascript', '(<javascript'),
  ...strayLink(' java\nscript:alert(1)', 'script:alert(1)'),
  ...strayLink('vbscript:msgbox(1)', '](vbscript'),
  ...strayLink('data:text/html,<script>alert(1)</script>', '](data:', '<script'),
  ...strayLink('file:///etc/passwd', 'root:'),
  ...strayLink(`https://example.com/${'a'.repeat(100_000)}`),
  ...strayLink('https://example.com/)](x "<script>alert(1)</script>', ' <script', '"<script'),
  'a file within': {
    bytes: () =>
      pdfOf([{ content: text }], (file) => ({
        catalog: { Names: { EmbeddedFiles: { Names: [pdfText('evil.exe'), file.add(embedded(file, 'MZ evil'))] } } },
      })),
    holds: shown,
    lacks: ['MZ evil', '../'],
  },
  'a file in the margin': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: text,
          annotations: [{ Type: '/Annot', Subtype: '/FileAttachment', Rect: area, FS: embedded(file, 'MZ evil') }],
        }),
      ]),
    holds: shown,
    lacks: ['MZ evil', '../'],
  },
  'a form of XML': {
    bytes: () =>
      pdfOf([{ content: text }], (file) => ({
        catalog: {
          NeedsRendering: 'true',
          AcroForm: {
            Fields: [],
            XFA: [
              pdfText('template'),
              file.stream(
                '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><template><script>evil &e;</script></template>',
              ),
            ],
          },
        },
      })),
    holds: shown,
    lacks: ['evil', 'root:'],
  },
  'a field with a script': {
    bytes: () =>
      pdfOf([{ content: text }], (file) => {
        const field = textField(file, 'name', 'A value', [72, 600, 300, 620]);
        return { catalog: { AcroForm: { Fields: [field], CO: [field], DA: pdfText('/F1 10 Tf'), AA: { K: script } } } };
      }),
    holds: shown,
    lacks: ['evil'],
  },
  'a signature of nothing': {
    bytes: () =>
      pdfOf([{ content: text }], (file) => ({
        catalog: {
          AcroForm: {
            SigFlags: 3,
            Fields: [
              file.add({
                Type: '/Annot',
                Subtype: '/Widget',
                FT: '/Sig',
                T: pdfText('sign'),
                Rect: [0, 0, 0, 0],
                V: file.add({
                  Type: '/Sig',
                  Filter: '/Adobe.PPKLite',
                  SubFilter: '/adbe.pkcs7.detached',
                  ByteRange: [0, 2_147_483_647, -5, 2_147_483_647],
                  Contents: { bytes: Buffer.alloc(20_000) },
                }),
              }),
            ],
          },
        },
      })),
    holds: shown,
  },
  'markup as text': {
    bytes: () =>
      pdfOf([
        {
          content:
            line(72, 700, '<script>alert(1)</script> <img src=x onerror=alert(1)>') +
            line(72, 660, '[x](javascript:alert(1)) ![y](file:///etc/passwd)'),
        },
      ]),
    holds: ['alert'],
    lacks: ['\n<script', '[x](javascript', '![y](file'],
  },
  'markup as a title': {
    bytes: () =>
      pdfOf([{ content: text }], { info: { Title: pdfText('<script>alert(1)</script>'), Author: pdfText('\0\x01') } }),
    holds: shown,
    lacks: ['<script>'],
  },
  'text in another file': {
    bytes: () =>
      pdfOf([
        (file) => ({
          content: `${text}/X Do`,
          resources: {
            XObject: {
              X: file.add(
                { Type: '/XObject', Subtype: '/Form', BBox: [0, 0, 9, 9], Ref: { F: pdfText('/etc/passwd'), Page: 0 } },
                Buffer.from(''),
              ),
            },
          },
          entries: {
            Contents: [
              file.stream(text),
              file.add({ F: pdfText('/etc/passwd'), FFilter: '/ASCIIHexDecode' }, Buffer.from('')),
            ],
          },
        }),
      ]),
    holds: shown,
    lacks: ['root:'],
  },
};
