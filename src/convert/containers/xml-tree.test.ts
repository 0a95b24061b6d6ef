// The small XML tree: shape, lookups and its two limits.
import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/failure.ts';
import { attributeOf, descendants, elementsOf, findElement, firstElement, parseXml, textOf } from './xml-tree.ts';

describe('the XML tree', () => {
  it('joins text and keeps the order of children', () => {
    const root = parseXml('<a>x<![CDATA[y]]>&amp;<b/>z</a>');
    expect(root.children.map((one) => (typeof one === 'string' ? one : one.name.local))).toEqual(['xy&', 'b', 'z']);
    expect(textOf(root)).toBe('xy&z');
  });

  it('finds elements and attributes by meaning', () => {
    const root = parseXml('<a xmlns:p="u"><p:b id="1"/><c><p:b id="2"/></c><b id="3"/></a>');
    expect(elementsOf(root, 'b').map((one) => attributeOf(one, 'id'))).toEqual(['1', '3']);
    expect(attributeOf(firstElement(root, 'b', ''), 'id')).toBe('3');
    expect(attributeOf(findElement(root, 'b', 'u'), 'id')).toBe('1');
    expect([...descendants(root)].map((one) => one.name.local)).toEqual(['b', 'c', 'b', 'b']);
  });

  it('keeps the text of what is nested too deep', () => {
    let told = 0;
    const root = parseXml(`${'<a>'.repeat(5000)}deep${'</a>'.repeat(5000)}`, {
      keptDepth: 10,
      onDeep: () => (told += 1),
    });
    expect(textOf(root)).toBe('deep');
    expect([...descendants(root)]).toHaveLength(9);
    expect(told).toBe(1);
  });

  it('stops at its limit of nodes', () => {
    expect(() => parseXml(`<a>${'<b/>'.repeat(100)}</a>`, { nodes: 50 })).toThrow(Failure);
  });
});
