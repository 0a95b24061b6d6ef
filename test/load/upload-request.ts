// One upload that is sent piece by piece at the pace of the server, and can be left unfinished.
import { request } from 'node:http';
import type { RunningServer } from '../support/server.ts';
import type { UploadForm } from './upload-forms.ts';

export interface Said {
  readonly status: number;
  readonly text: string;
}

export interface UploadRequest {
  /** What the server answers, whenever it does; status 0 when the connection broke. */
  readonly said: Promise<Said>;
  /** Sends so many bytes of a document, at once after what stands before it. */
  content(bytes: number): Promise<void>;
  end(): void;
  drop(): void;
}

const line = 'All work and no play makes a long document out of a short sentence, again and again.\n';
/** A multiple of 3, so that pieces encode to Base64 without padding in between. */
const pieceBytes = 3 * 2 ** 18;
const piece = Buffer.from(line.repeat(Math.ceil(pieceBytes / line.length))).subarray(0, pieceBytes);
const written = { plain: piece, base64: Buffer.from(piece.toString('base64')) };

/** With a length it is declared in the headers, whatever is sent. */
export function startUpload(server: RunningServer, form: UploadForm, length?: number): UploadRequest {
  const call = request(`${server.url}${form.path}`, {
    method: 'POST',
    agent: false,
    headers: {
      'x-api-key': server.key,
      'content-type': form.type,
      prefer: 'respond-async',
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    },
  });
  let over = false;
  const said = new Promise<Said>((resolve) => {
    call.once('error', (error) => resolve({ status: 0, text: String(error) }));
    call.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('close', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  }).finally(() => {
    over = true;
  });
  call.on('error', () => undefined);
  const send = async (bytes: string | Uint8Array): Promise<void> => {
    if (over || bytes.length === 0 || call.write(bytes)) return;
    // Whoever has answered may not read on.
    await Promise.race([new Promise((resolve) => call.once('drain', resolve)), said]);
  };
  return {
    said,
    async content(bytes) {
      call.flushHeaders();
      await send(form.head);
      for (let left = bytes; left > 0 && !over; left -= pieceBytes) {
        const last = left < pieceBytes ? piece.subarray(0, left) : undefined;
        if (form.encoding === 'base64') await send(last?.toString('base64') ?? written.base64);
        else await send(last ?? written.plain);
      }
    },
    end: () => void call.end(form.tail),
    drop: () => void call.destroy(),
  };
}
