// Words of a document as elements of the page. Text stays text: raw HTML is shown, never run, and an address that may
// not be followed is left out.
import type { Nodes, PhrasingContent } from 'mdast';
import type { ComponentChildren } from 'preact';
import { ownPicture, safeLink } from './destinations.ts';
import { OwnPicture } from './picture.tsx';

export interface Drawing {
  /** The public address of the service, which pictures of our own begin with. */
  readonly own: string | undefined;
  /** Targets of links by reference. */
  readonly definitions: ReadonlyMap<string, string>;
}

export const drawInline = (nodes: readonly Nodes[], drawing: Drawing): ComponentChildren[] =>
  nodes.map((node) => inline(node as PhrasingContent, drawing));

function inline(node: PhrasingContent | Nodes, drawing: Drawing): ComponentChildren {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'emphasis':
      return <em>{drawInline(node.children, drawing)}</em>;
    case 'strong':
      return <strong>{drawInline(node.children, drawing)}</strong>;
    case 'delete':
      return <del>{drawInline(node.children, drawing)}</del>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'inlineMath':
      return <code class="math">{node.value}</code>;
    case 'break':
      return <br />;
    case 'html':
      return <RawHtml value={node.value} />;
    case 'link':
      return <Link to={node.url}>{drawInline(node.children, drawing)}</Link>;
    case 'linkReference':
      return <Link to={drawing.definitions.get(node.identifier) ?? ''}>{drawInline(node.children, drawing)}</Link>;
    case 'image':
      return <Picture from={node.url} alt={node.alt ?? ''} drawing={drawing} />;
    case 'imageReference':
      return <Picture from={drawing.definitions.get(node.identifier) ?? ''} alt={node.alt ?? ''} drawing={drawing} />;
    case 'footnoteReference':
      return <sup class="footnote-mark">{node.label ?? node.identifier}</sup>;
    default:
      return 'value' in node ? node.value : 'children' in node ? drawInline(node.children, drawing) : null;
  }
}

export function RawHtml({ value }: { value: string }) {
  const isComment = value.length >= 7 && value.startsWith('<!--') && value.endsWith('-->');
  const comment = isComment ? value.slice(4, -3).trim() : undefined;
  return comment === undefined ? <code class="raw-html">{value}</code> : <span class="comment">{comment}</span>;
}

function Link({ to, children }: { to: string; children: ComponentChildren }) {
  const address = safeLink(to);
  if (address === undefined)
    return <span title={to === '' ? undefined : `Not followed: ${to.slice(0, 200)}`}>{children}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function Picture({ from, alt, drawing }: { from: string; alt: string; drawing: Drawing }) {
  const path = ownPicture(from, drawing.own);
  if (path === undefined) return <span class="picture-text">{alt === '' ? 'Picture' : alt}</span>;
  return <OwnPicture path={path} alt={alt} />;
}
