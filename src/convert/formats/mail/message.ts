// What a message is, whether it came as an Outlook file or as MIME: the readers fill this in, blocks.ts shows it.
import type { Block } from '../../document/tree.ts';
import type { ByteSource } from '../../input.ts';

export interface Mailbox {
  /** Empty where only the address is known. */
  readonly name: string;
  /** An Internet address; empty where only the name is known. */
  readonly address: string;
}

/** A line of the head block beyond the usual ones: a meeting's place, a contact's telephone. */
export interface MailField {
  readonly label: string;
  readonly value: string;
}

export type MailBody =
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] };

/** Forms of the same content, the richest first; the first one that shows anything is taken. */
export type MailAlternatives = readonly MailBody[];

export type AttachmentContent =
  | { readonly kind: 'file'; readonly open: () => ByteSource }
  | { readonly kind: 'message'; readonly open: () => MailMessage }
  /** Not in the message, or in a form only its own program knows. */
  | { readonly kind: 'absent'; readonly reason: string };

export interface MailAttachment {
  readonly name: string;
  /** As it is declared; empty where it is not. */
  readonly mediaType: string;
  readonly size?: number;
  /** By which an HTML body refers to it (RFC 2392), without the angle brackets. */
  readonly contentId?: string;
  /** By which an HTML body refers to it (RFC 2557). */
  readonly contentLocation?: string;
  /** Where the content is, when it is not here: shown, never opened. */
  readonly target?: string;
  readonly content: AttachmentContent;
}

export interface MailMessage {
  readonly subject: string;
  readonly from: readonly Mailbox[];
  /** Who sent it for them, where that is somebody else (RFC 5322, 3.6.2). */
  readonly sender?: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  /** UTC, ISO 8601; as it is written where it cannot be understood. */
  readonly date?: string;
  readonly fields: readonly MailField[];
  /** Shown one after another. */
  readonly bodies: readonly MailAlternatives[];
  readonly attachments: readonly MailAttachment[];
}
