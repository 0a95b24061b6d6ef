// The fingerprint of a request: method, path, query and body. It is taken while the body passes, so nothing is held. The
// boundary of a multipart form is left out, since clients make up a new one each time they send the same form.
import { createHash } from 'node:crypto';

export interface RequestPrint {
  add(piece: Uint8Array): void;
  /** Once the whole body has passed; the same when asked again. */
  end(): string;
}

export function requestPrint(method: string, url: string, contentType: string | undefined): RequestPrint {
  const hash = createHash('sha256');
  const type = contentType ?? '';
  const boundary = /^multipart\/form-data/i.test(type) ? /boundary="?([^";\s]{1,200})/i.exec(type)?.[1] : undefined;
  hash.update(`${method}\n${url}\n${boundary === undefined ? type : 'multipart/form-data'}\n`);
  let digest: string | undefined;
  const end = (last: Uint8Array): string => {
    digest ??= hash.update(last).digest('hex');
    return digest;
  };
  if (boundary === undefined) return { add: (piece) => void hash.update(piece), end: () => end(Buffer.alloc(0)) };

  const mark = Buffer.from(boundary, 'latin1');
  let tail: Buffer = Buffer.alloc(0);
  return {
    add(piece) {
      let rest = Buffer.concat([tail, piece]);
      for (let at = rest.indexOf(mark); at >= 0; at = rest.indexOf(mark)) {
        hash.update(rest.subarray(0, at));
        hash.update('\0boundary\0');
        rest = rest.subarray(at + mark.length);
      }
      // What may be the start of a boundary waits for the next piece.
      const whole = Math.max(0, rest.length - mark.length + 1);
      hash.update(rest.subarray(0, whole));
      tail = Buffer.from(rest.subarray(whole));
    },
    end: () => end(tail),
  };
}
