// What is main content and what is not, on small pages built for each question.
import { describe, expect, test } from 'vitest';
import { markdownFrom, testContext } from '../../../../test/html/reading-context.ts';

const prose = (topic: string): string =>
  `<p>The story of ${topic} begins long ago, in a town by the sea, where people measured time by the tide and not by the clock.</p>
   <p>Nobody wrote ${topic} down for many years, although everyone knew it, and told it, each in a different way, to their children.</p>
   <p>What is left of ${topic} today is a song, half a street name, and a stone that nobody dares to move from its place.</p>`;
const nav = '<nav><a href="/a">First</a> <a href="/b">Second</a> <a href="/c">Third</a></nav>';
const page = (body: string, head = ''): string => `<html><head>${head}</head><body>${body}</body></html>`;

describe('goes', () => {
  test.each([
    ['navigation', `${nav}<div>${prose('one')}</div>`, 'First'],
    ['a footer', `<div>${prose('one')}</div><footer>All rights reserved</footer>`, 'rights'],
    ['a banner by role', `<div role="banner"><a href="/">Brand</a></div><div>${prose('one')}</div>`, 'Brand'],
    ['a cookie bar', `<div class="cookie-bar">We love cookies</div><div>${prose('one')}</div>`, 'cookies'],
    [
      'a share bar in the text',
      `${nav}<div>${prose('one')}<div class="share-buttons"><a href="#">Tweet</a></div></div>`,
      'Tweet',
    ],
    [
      'related links in the text',
      `${nav}<div>${prose('one')}<ul><li><a href="/1">Ten more stories that you will like</a></li><li><a href="/2">A story about cats and their owners</a></li><li><a href="/3">Stones of the sea and what they tell</a></li></ul></div>`,
      'cats',
    ],
    [
      'lines of links to the pages before and after',
      `${nav}<div>${prose('one')}<p>Next: <a rel="next" href="#n">Tides</a>, Up: <a rel="up" href="#u">Coast</a></p>${prose('two')}</div>`,
      'Tides',
    ],
    ['a comment form', `${nav}<div>${prose('one')}<form>Your comment <input name="c"></form></div>`, 'comment'],
    [
      'comments',
      `${nav}<article>${prose('one')}</article><div id="comments"><p>What a nice story, I liked the stone very much, thank you.</p></div>`,
      'nice',
    ],
    [
      'text for screen readers only',
      `${nav}<div>${prose('one')}<span class="sr-only">opens in a new window</span></div>`,
      'window',
    ],
    ['short commands', `${nav}<div>${prose('one')}<button>Copy</button></div>`, 'Copy'],
  ])('%s', (_name, body, gone) => {
    const context = testContext();
    const markdown = markdownFrom(page(body), context);
    expect(markdown).toContain('The story of one begins');
    expect(markdown).toContain('a stone that nobody dares');
    expect(markdown).not.toContain(gone);
    expect(context.warnings.filter((one) => one.code === 'boilerplate-dropped')).toHaveLength(1);
  });
});

describe('stays', () => {
  test.each([
    [
      'a section whose id is made of its heading',
      `${nav}<div>${['origin', 'copyright-information', 'names']
        .map((id) => `<section id="${id}"><h2>${id.replace('-', ' ')}</h2>${prose(id)}</section>`)
        .join('')}</div>`,
      'The story of copyright-information',
    ],
    [
      'a section under a line of links, as manuals have it',
      `${nav}<div>${['Opening', 'Print-Register', 'Closing']
        .map(
          (id) =>
            `<div class="section" id="${id}"><div class="header"><p>Next: <a href="#n">Section</a>, Previous: <a href="#p">Section</a>, Up: <a href="#u">Chapter</a></p></div><h3>${id}</h3>${prose(id)}</div>`,
        )
        .join('')}</div>`,
      'The story of Print-Register',
    ],
    [
      'one of two sections of a class',
      `${nav}<div>${['Opening', 'Search']
        .map((id) => `<div class="section" id="${id}"><h3>${id}</h3>${prose(id)}</div>`)
        .join('')}</div>`,
      'The story of Search',
    ],
    [
      'what stands in an anchor without an address that was left open',
      `${nav}<div>${prose('one')}<div><h3><a name="second">Second</h3><p>The tide was measured <tt>twice</tt> a day, by the oldest of the town.</p><pre>${'high water\n'.repeat(20)}</pre></div></div>`,
      'by the oldest',
    ],
    [
      'declarations beside a long description',
      `${nav}<div><div class="text">${prose('one')}</div>${['open', 'close', 'move', 'turn', 'lift']
        .map(
          (name) =>
            `<div class="item"><table class="names"><tr><td>void ${name}Stone</td><td>(<a href="#Stone">Stone</a> stone)</td></tr></table><p>Used to ${name} a stone.</p><p>Gives back no stone at all.</p></div>`,
        )
        .join('')}</div>`,
      'Used to lift',
    ],
    [
      'a declaration that is mostly links',
      `${nav}<div>${prose('one')}<div class="top"><p>data ${'<a href="#S">Stone of the Sea</a> -> Tide -> '.repeat(45)}</p><p>Moves it.</p></div></div>`,
      'Moves it',
    ],
    [
      'source code by its names',
      `${nav}<div>${['Stone', 'Menu', 'Search']
        .map(
          (id) =>
            `<div class="code" id="${id}"><pre>class ${id}: ${'a line of code that goes on for a while; '.repeat(3)}\n</pre></div>`,
        )
        .join('')}${prose('one')}</div>`,
      'class Search',
    ],
    [
      'a section in a section',
      `${nav}<div><section id="one"><h2>One</h2>${prose('one')}<section id="search"><h3>Search</h3>${prose('two')}</section></section></div>`,
      'The story of two',
    ],
    [
      'a heading after an anchor with a comment in it',
      `${nav}<div><div class="part"><a id="names"><!-- names --></a><h2>Names</h2><p>stone - moves a stone by the sea</p></div><div class="text"><h2>Story</h2><div>${prose('one')}</div></div></div>`,
      'moves a stone',
    ],
    [
      'a paragraph without links above the text',
      `${nav}<div><div><p>For convenience, the stone is passed on by itself, so that nobody has to carry it.</p></div><div><div>${prose('one')}</div></div></div>`,
      'For convenience',
    ],
    [
      'notes that are marked up as an aside',
      `${nav}<div>${prose('one')}<aside class="footnote-list brackets"><aside class="footnote" role="doc-footnote"><p>The stone was moved once, in a winter when the sea froze.</p></aside></aside></div>`,
      'the sea froze',
    ],
    [
      'what stands around a table of long texts',
      `${nav}<div><div><p>This table holds the stories. See <a href="/s">the book</a> for more.</p><div><table><thead><tr><th>Name</th><th>Story</th></tr></thead><tbody><tr><td>One</td><td>${prose('one')}</td></tr><tr><td>Two</td><td>${prose('two')}</td></tr></tbody></table></div></div></div>`,
      'holds the stories',
    ],
    [
      'a short section beside the longest one',
      `${nav}<div class="doc"><div class="names"><h2>Name</h2><p>stone - moves a stone by the sea</p></div><div class="part"><h2>Story</h2><div>${prose('one')}</div></div></div>`,
      'moves a stone',
    ],
    [
      'a note that is all links',
      `${nav}<div>${prose('one')}<div class="footnote">[9] See <a href="/1">The first book of stones</a>, <a href="/2">the second book of stones</a> and <a href="/3">the third book of stones</a>.</div></div>`,
      'second book',
    ],
    [
      'a section that is mostly code',
      `${nav}<div class="section">${prose('one')}</div><div class="section"><h2>Second</h2><p>This is how it is done:</p><pre>${'make the hay\n'.repeat(40)}</pre></div>`,
      'how it is done',
    ],
    [
      'a sentence with a link beside the text',
      `${nav}<div><p>For more of the songs that are still known read <a href="/s">the second book of songs of the coast</a>.</p><div>${prose('one')}</div></div>`,
      'still known',
    ],
    [
      'a list of links that a sentence announces',
      `${nav}<div>${prose('one')}<p>All that was ever written of it is in these places:</p><div class="list"><ul><li><a href="/1">The book of the stones by the sea</a>,</li><li><a href="/2">The newspaper of the year of the tide</a>,</li><li><a href="/3">The letters of the first to tell it</a>.</li></ul></div></div>`,
      'newspaper',
    ],
    ['everything, when nothing is boilerplate', `<div>${prose('one')}</div><p>A last word.</p>`, 'A last word'],
    [
      'the foot of a quotation',
      `${nav}<div>${prose('one')}<blockquote>So it is.<footer>The poet</footer></blockquote></div>`,
      'The poet',
    ],
    ['a heading beside the text', `${nav}<h2>The heading</h2><div>${prose('one')}</div>`, 'The heading'],
    [
      'sections of the same weight',
      `${nav}<div class="s">${prose('one')}</div><div class="s">${prose('two')}</div>`,
      'story of two',
    ],
    ['a text in a wrongly named box', `${nav}<div class="modal">${prose('one')}</div>`, 'story of one'],
    ['a menu one can eat', `${nav}<div>${prose('one')}<div class="menu">Soup of the day</div></div>`, 'Soup'],
    [
      'a section with a long id',
      `${nav}<div>${prose('one')}<div id="sharing-it-with-a-friend"><p>Some words more.</p></div></div>`,
      'Some words more',
    ],
    [
      'a list of links in a cell of data',
      `${nav}<div>${prose('one')}<table><tr><th>Who</th><td><ul><li><a href="/1">A rather long name of a person</a></li><li><a href="/2">Another long name of a person</a></li><li><a href="/3">A third long name of a person</a></li></ul></td></tr></table></div>`,
      'third long name',
    ],
    [
      'a list under a heading of the text',
      `${nav}<div>${prose('one')}<h2>Sources</h2><ul><li><a href="/1">The letters of the harbour master</a></li><li><a href="/2">The tide book of the old harbour</a></li><li><a href="/3">A map of the coast in four sheets</a></li></ul></div>`,
      'four sheets',
    ],
    [
      'a formula drawn by a script',
      `${nav}<div>${prose('one')}<p><mjx-container class="MathJax CtxtMenu_0"><math><mi>q</mi></math></mjx-container></p></div>`,
      '$q$',
    ],
  ])('%s', (_name, body, kept) => {
    expect(markdownFrom(page(body))).toContain(kept);
  });

  test('the whole page, when it is too small to judge', () => {
    expect(markdownFrom(page(`${nav}<p>Hello.</p>`))).toContain('Second');
  });

  test('the whole fragment', () => {
    expect(markdownFrom(`${nav}<div>${prose('one')}</div>`)).toContain('Second');
  });

  test('the whole page, when nothing is to be cleaned', () => {
    const context = testContext({ cleanHtml: false });
    expect(markdownFrom(page(`${nav}<div>${prose('one')}</div><footer>End</footer>`), context)).toMatch(
      /Second[\s\S]*End/,
    );
    expect(context.warnings).toEqual([]);
  });

  test('most of a page of links', () => {
    const links = Array.from(
      { length: 30 },
      (_, index) => `<tr><td>${index}.</td><td><a href="/${index}">A linked headline number ${index}</a></td></tr>`,
    );
    expect(markdownFrom(page(`<table border="0">${links.join('')}</table>`))).toContain('headline number 29');
  });
});

describe('the title', () => {
  const body = `<header><h1>The stone</h1></header>${nav}<div>${prose('one')}</div>`;

  test('of the page is put back when its heading was cut away', () => {
    expect(markdownFrom(page(body, '<title>The stone | News</title>'))).toMatch(/^# The stone\n\nThe story/);
  });

  test('is not written twice', () => {
    const markdown = markdownFrom(
      page(`${nav}<div><h1>The stone</h1>${prose('one')}</div>`, '<title>The stone</title>'),
    );
    expect(markdown.match(/The stone/g)).toHaveLength(1);
  });

  test('comes from the head when there is no heading', () => {
    expect(
      markdownFrom(page(`${nav}<div>${prose('one')}</div>`, '<title>The song of the stone - Daily News</title>')),
    ).toMatch(/^# The song of the stone\n/);
  });
});
