// Blocks of a document as elements of the page: one case per kind of the tree.

import type { List, ListItem, Nodes, RootContent, Table } from 'mdast';
import type { ComponentChildren } from 'preact';
import { ScrollTable } from '../parts/scroll-table.tsx';
import { type Drawing, drawInline, RawHtml } from './inline-nodes.tsx';

/** A page has one h1, its own title: headings of a document begin one deeper. */
const headingTags = ['h2', 'h3', 'h4', 'h5', 'h6', 'h6'] as const;

export function drawBlock(node: RootContent, drawing: Drawing): ComponentChildren {
  switch (node.type) {
    case 'heading': {
      const Tag = headingTags[node.depth - 1] ?? 'h6';
      return <Tag data-depth={node.depth}>{drawInline(node.children, drawing)}</Tag>;
    }
    case 'paragraph':
      return <p>{drawInline(node.children, drawing)}</p>;
    case 'blockquote':
      return <blockquote>{node.children.map((child) => drawBlock(child, drawing))}</blockquote>;
    case 'code':
      return <CodeBlock text={node.value} look="" />;
    case 'math':
      return <CodeBlock text={node.value} look="math" />;
    case 'list':
      return drawList(node, drawing);
    case 'table':
      return drawTable(node, drawing);
    case 'thematicBreak':
      return <hr />;
    case 'html':
      return (
        <p class="raw">
          <RawHtml value={node.value} />
        </p>
      );
    case 'footnoteDefinition':
      return (
        <div class="footnote">
          <sup class="footnote-mark">{node.label ?? node.identifier}</sup>
          <div>{node.children.map((child) => drawBlock(child, drawing))}</div>
        </div>
      );
    case 'definition':
      return null;
    default:
      return 'children' in node ? <p>{drawInline(node.children as Nodes[], drawing)}</p> : null;
  }
}

function drawList(node: List, drawing: Drawing): ComponentChildren {
  const items = node.children.map((item) => drawItem(item, node.spread !== true, drawing));
  return node.ordered ? <ol start={node.start ?? 1}>{items}</ol> : <ul>{items}</ul>;
}

function drawItem(item: ListItem, tight: boolean, drawing: Drawing): ComponentChildren {
  const content = item.children.map((child) =>
    tight && child.type === 'paragraph' ? drawInline(child.children, drawing) : drawBlock(child, drawing),
  );
  if (typeof item.checked !== 'boolean') return <li>{content}</li>;
  return (
    <li class="task">
      <span role="img" aria-label={item.checked ? 'Done' : 'Not done'} class={item.checked ? 'box done' : 'box'} />
      {content}
    </li>
  );
}

function drawTable({ children: [head, ...rows], align }: Table, drawing: Drawing): ComponentChildren {
  const side = (index: number): string | undefined => align?.[index] ?? undefined;
  return (
    <ScrollTable label="Table">
      <thead>
        <tr>
          {head?.children.map((cell, index) => (
            <th scope="col" data-align={side(index)}>
              {drawInline(cell.children, drawing)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {row.children.map((cell, index) => (
              <td data-align={side(index)}>{drawInline(cell.children, drawing)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

function CodeBlock({ text, look }: { text: string; look: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <pre tabIndex={0} class={look}>
      <code>{text}</code>
    </pre>
  );
}
