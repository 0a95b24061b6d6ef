// The XML scanner: what it reports, what it refuses, and that chunk borders never show.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../core/failure.ts';
import { type XmlFault, XmlScanner, type XmlSettings } from './xml.ts';

type Seen = readonly unknown[];

/** Everything the scanner says; neighbouring texts are joined, because long ones may come in pieces. */
function scan(chunks: Iterable<string>, settings: XmlSettings = {}): Seen[] {
  const scanner = new XmlScanner(settings, chunks);
  const seen: unknown[][] = [];
  for (let event = scanner.next(); event !== 'end'; event = scanner.next()) {
    const last = seen.at(-1);
    if (event === 'text' && last?.[0] === 'text') last[1] = `${last[1]}${scanner.text}`;
    else if (event === 'text') seen.push(['text', scanner.text]);
    else if (event === 'open') {
      const attributes = scanner.attributes().map(({ name, value }) => [name.uri, name.local, value]);
      seen.push(['open', scanner.name.uri, scanner.name.local, attributes]);
    } else seen.push(['close', scanner.name.local]);
  }
  return seen;
}

const faultsOf = (text: string): { seen: Seen[]; faults: XmlFault[] } => {
  const faults: XmlFault[] = [];
  return { seen: scan([text], { onFault: (fault) => faults.push(fault) }), faults };
};

const failureOf = (text: string, settings: XmlSettings = {}): Failure => {
  try {
    scan([text], settings);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('the XML scanner', () => {
  it('reports elements, attributes and text in order', () => {
    expect(scan(['<?xml version="1.0"?><a x="1" y=\'2\'>t<b/>u</a>'])).toEqual([
      [
        'open',
        '',
        'a',
        [
          ['', 'x', '1'],
          ['', 'y', '2'],
        ],
      ],
      ['text', 't'],
      ['open', '', 'b', []],
      ['close', 'b'],
      ['text', 'u'],
      ['close', 'a'],
    ]);
  });

  it('resolves prefixes to namespaces, scope by scope', () => {
    const text = '<p:a xmlns:p="u1" xmlns="d" q="0" p:q="1"><b xmlns="" xmlns:p="u2"><p:c/></b><p:c/><z:c/></p:a>';
    expect(scan([text]).filter(([kind]) => kind === 'open')).toEqual([
      [
        'open',
        'u1',
        'a',
        [
          ['', 'q', '0'],
          ['u1', 'q', '1'],
        ],
      ],
      ['open', '', 'b', []],
      ['open', 'u2', 'c', []],
      ['open', 'u1', 'c', []],
      ['open', 'undeclared:z', 'c', []],
    ]);
  });

  it('finds attributes by meaning, not by prefix', () => {
    const scanner = new XmlScanner({}, ['<a xmlns:k="u" k:id="1" id="2" other="3"/>']);
    scanner.next();
    expect(scanner.attribute('id', 'u')).toBe('1');
    expect(scanner.attribute('id')).toBe('2');
    expect(scanner.attribute('missing')).toBeUndefined();
  });

  it('resolves the five entities and numbers once, and leaves the rest as it stands', () => {
    expect(scan(['<a>&lt;&amp;lt;&#65;&#x42;&nope;& &#0;&#xD800;&#x1F600;</a>'])[1]).toEqual([
      'text',
      '<&lt;AB&nope;& \uFFFD\uFFFD\u{1F600}',
    ]);
    expect(scan(['<a b="&quot;&#10;x\ny"/>'])[0]).toEqual(['open', '', 'a', [['', 'b', '"\nx y']]]);
  });

  it('never reads a DOCTYPE, whatever its subset declares', () => {
    let told = 0;
    const text =
      '<!DOCTYPE a [<!ENTITY e "]>"><!-- ]> --><?p ]> ?><!ENTITY f SYSTEM "file:///etc/passwd">]><a>&e;&f;</a>';
    expect(scan([text], { onDoctype: () => (told += 1) })[1]).toEqual(['text', '&e;&f;']);
    expect(told).toBe(1);
  });

  it('takes CDATA as text and passes over comments and instructions', () => {
    expect(scan(['<a><![CDATA[<b>&amp;]]]]><![CDATA[>]]><!-- <x> --><?y <z>?></a>'])[1]).toEqual([
      'text',
      '<b>&amp;]]>',
    ]);
  });

  it.each([
    ['<a></b>', 'does not match', 1, 4],
    ['<a>\n  <b>\n</a>', 'does not match', 3, 1],
    ['<a b=1/>', 'no quotes', 1, 1],
    ['text', 'outside the root', 1, 5],
    ['', 'no XML element', 1, 1],
    ['<a>\n<b', 'ends before', 2, 1],
  ])('refuses %j with its place', (text, message, line, column) => {
    const failure = failureOf(text);
    expect(failure.code).toBe('CORRUPTED_FILE');
    expect(failure.details).toContain(message);
    expect(failure.facts).toEqual({ line, column });
  });

  it('goes on after a fault where the caller hears of it', () => {
    const { seen, faults } = faultsOf('<a><b c=1 d>x < y</wrong></b><i>z');
    expect(seen).toEqual([
      ['open', '', 'a', []],
      [
        'open',
        '',
        'b',
        [
          ['', 'c', '1'],
          ['', 'd', ''],
        ],
      ],
      ['text', 'x < y'],
      ['close', 'b'],
      ['open', '', 'i', []],
      ['text', 'z'],
      ['close', 'i'],
      ['close', 'a'],
    ]);
    expect(faults.length).toBeGreaterThanOrEqual(4);
  });

  it('closes what an end tag further up leaves open', () => {
    expect(faultsOf('<a><b><c>t</b>u</a>').seen.map((one) => one.slice(0, 2).join(' '))).toEqual([
      'open ',
      'open ',
      'open ',
      'text t',
      'close c',
      'close b',
      'text u',
      'close a',
    ]);
  });

  it('bounds depth and the length of a tag, and nothing else', () => {
    expect(failureOf('<a>'.repeat(11), { depth: 10 }).code).toBe('DOCUMENT_LIMIT');
    function* endless(): Generator<string> {
      yield '<a b="';
      for (let i = 0; i < 70; i += 1) yield 'x'.repeat(2 ** 20);
    }
    expect(() => scan(endless())).toThrow(Failure);
  });

  it('passes over what is skipped', () => {
    const scanner = new XmlScanner({}, ['<a><b><c/>t</b><d/></a>']);
    scanner.next();
    scanner.next();
    expect(scanner.skip()).toBe(true);
    expect([scanner.next(), scanner.name.local, scanner.depth]).toEqual(['open', 'd', 2]);
  });

  it('works on chunks as they are written, too', () => {
    const scanner = new XmlScanner();
    expect(scanner.next()).toBe('more');
    scanner.write('<a>t<');
    expect(scanner.next()).toBe('open');
    expect(scanner.next()).toBe('text');
    expect(scanner.next()).toBe('more');
    scanner.write('/a>');
    expect(scanner.next()).toBe('close');
    scanner.end();
    expect(scanner.next()).toBe('end');
  });

  const fragments = fc.array(
    fc.constantFrom(
      '<a>',
      '</a>',
      '<b x="1">',
      "<c y='&lt;'/>",
      '</b>',
      'text',
      '&amp;',
      '&#65;',
      '<!--c-->',
      '<![CDATA[d]]>',
      '<?p?>',
      '\r\n',
      '\r',
      '&',
      '<',
      '<p:q xmlns:p="u">',
      '</p:q>',
      '>',
    ),
    { maxLength: 30 },
  );

  it('says the same wherever the text is cut', () => {
    fc.assert(
      fc.property(fragments, fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (parts, sizes) => {
        const text = `<root>${parts.join('')}</root>`;
        const pieces: string[] = [];
        for (let at = 0; at < text.length; ) {
          const size = sizes.next().value as number;
          pieces.push(text.slice(at, at + size));
          at += size;
        }
        const told = (chunks: string[]) => {
          const faults: XmlFault[] = [];
          return { seen: scan(chunks, { onFault: (fault) => faults.push(fault) }), faults };
        };
        expect(told(pieces)).toEqual(told([text]));
      }),
      { numRuns: 500 },
    );
  });

  it('gives back what was escaped into it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const clean = value.replace(/[\u0000-\u001f]/g, ' ');
        const escaped = clean.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
        const seen = scan([`<a b="${escaped}">${escaped}</a>`]);
        expect(seen[0]).toEqual(['open', '', 'a', [['', 'b', clean]]]);
        if (clean !== '') expect(seen[1]).toEqual(['text', clean]);
      }),
    );
  });
});
