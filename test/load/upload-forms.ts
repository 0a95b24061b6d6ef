// The five ways in which a document comes in, each as what stands before its content, after it, and how it is written.

export interface UploadForm {
  readonly name: string;
  readonly type: string;
  readonly path: string;
  readonly head: string;
  readonly tail: string;
  readonly encoding: 'base64' | undefined;
  /** One document of several: what is wrong with it does not refuse the request. */
  readonly batch: boolean;
}

const part = (field: string): string =>
  `--XX\r\nContent-Disposition: form-data; name="${field}"; filename="big.txt"\r\n\r\n`;
const formEnd = '\r\n--XX--\r\n';
const formType = 'multipart/form-data; boundary=XX';

export const uploadForms: readonly UploadForm[] = [
  {
    name: 'multipart',
    type: formType,
    path: '/api/v1/convert',
    head: part('file'),
    tail: formEnd,
    encoding: undefined,
    batch: false,
  },
  {
    name: 'raw',
    type: 'text/plain',
    path: '/api/v1/convert?filename=big.txt',
    head: '',
    tail: '',
    encoding: undefined,
    batch: false,
  },
  {
    name: 'JSON',
    type: 'application/json',
    path: '/api/v1/convert',
    head: '{"source_type":"file","filename":"big.txt","file":"',
    tail: '"}',
    encoding: 'base64',
    batch: false,
  },
  {
    name: 'batch JSON',
    type: 'application/json',
    path: '/api/v1/batch',
    head: '{"files":[{"source_type":"file","filename":"big.txt","file":"',
    tail: '"}]}',
    encoding: 'base64',
    batch: true,
  },
  {
    name: 'batch multipart',
    type: formType,
    path: '/api/v1/batch',
    head: part('files'),
    tail: formEnd,
    encoding: undefined,
    batch: true,
  },
];
