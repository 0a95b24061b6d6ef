// Active content of a document never becomes active content of its Markdown: rendered with raw HTML allowed, nothing in
// the result can run, load or embed.
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { bytesSource, convert, Failure } from '../../src/convert/index.ts';

const payloads = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="data:text/html;base64,PHNjcmlwdD4=">',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">go</button></form>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\tscript:alert(1)">x</a>',
  '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="x" onclick="alert(1)">x</a>',
  '<b onmouseover=alert(1)>x</b>',
  '<style>*{background:url(javascript:alert(1))}</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<details open ontoggle=alert(1)><summary>x</summary>y</details>',
  '<sup onclick=alert(1)>x</sup>',
  '<kbd onclick=alert(1)>x</kbd>',
  '<!--><script>alert(1)</script>-->',
  '<!-- --!><script>alert(1)</script> -->',
  '[x](javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](java&#115;cript:alert(1))',
  '[x][r]\n\n[r]: javascript:alert(1)',
  '![x](javascript:alert(1))',
  '![x](data:text/html,<script>alert(1)</script>)',
  '<javascript:alert(1)>',
  '`<script>alert(1)</script>`',
  '```\n<script>alert(1)</script>\n```\n<script>alert(1)</script>',
  '| a |\n| --- |\n| <script>alert(1)</script> |',
  'a\\<script>alert(1)</script>',
  '<ruby><rt><script>alert(1)</script></rt></ruby>',
  '<video><source onerror=alert(1) src=x></video>',
  '<a title="`" href="x">`<img src=x onerror=alert(1)>`</a>',
];

/** The payload as a document of each format. */
const wrappings: Record<string, (payload: string) => string> = {
  'a.html': (payload) => `<h1>Title</h1><p>Before ${payload} after</p>`,
  'b.html': (payload) =>
    `<ul><li>${payload}</ul><table><tr><th>${payload}<tr><td>${payload}</table><pre>${payload}</pre>`,
  'a.md': (payload) => `# Title\n\nBefore ${payload} after\n\n${payload}\n\n- ${payload}\n`,
  'a.txt': (payload) => `Title\n\n${payload}\nmore\n`,
  'a.csv': (payload) => `name,value\n"${payload.replaceAll('"', '""')}",1\nb,2\n`,
  'a.json': (payload) => JSON.stringify({ [payload]: payload, list: [payload], records: [{ a: payload }, { a: 'b' }] }),
  'a.xml': (payload) => `<r><title>${xmlText(payload)}</title><p>${xmlText(payload)}</p></r>`,
  'feed.xml': (payload) =>
    `<rss version="2.0"><channel><title>${xmlText(payload)}</title><item><title>${xmlText(payload)}</title>` +
    `<link>${xmlText(payload)}</link><description>${xmlText(payload)}</description></item></channel></rss>`,
  'a.ipynb': (payload) =>
    JSON.stringify({
      nbformat: 4,
      metadata: {},
      cells: [
        { cell_type: 'markdown', source: payload },
        { cell_type: 'code', source: 'x', outputs: [{ output_type: 'display_data', data: { 'text/html': payload } }] },
      ],
    }),
};

const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const forbidden = new Set(
  'script style iframe frame object embed applet form button input link meta base svg math template audio video source'.split(
    ' ',
  ),
);

function activeParts(html: string): string[] {
  const found: string[] = [];
  const waiting: DefaultTreeAdapterMap['node'][] = [parseFragment(html)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('childNodes' in node) waiting.push(...node.childNodes);
    if (!('tagName' in node)) continue;
    const isTaskBox =
      node.tagName === 'input' && node.attrs.some(({ name, value }) => name === 'type' && value === 'checkbox');
    if (forbidden.has(node.tagName) && !isTaskBox) found.push(`<${node.tagName}>`);
    for (const { name, value } of node.attrs) {
      const target = value.replace(/[\s\0-\x1f]+/g, '').toLowerCase();
      if (name.startsWith('on') || name === 'srcdoc' || name === 'style') found.push(name);
      if (/^(javascript|vbscript):/.test(target) || (/^data:/.test(target) && !/^data:image\/(?!svg)/.test(target)))
        found.push(value);
    }
  }
  return found;
}

test('the judge sees what is active', () => {
  expect(activeParts('<p onclick=x><script></script><a href=" javaSCRIPT:x">')).toHaveLength(3);
  expect(activeParts('<p><b>x</b><img src="data:image/png;base64,AA=="></p>')).toEqual([]);
});

describe.each(Object.entries(wrappings))('%s', (name, wrap) => {
  test.each([{ cleanHtml: true }, { cleanHtml: false }])('%j', async (options) => {
    const active: unknown[] = [];
    for (const payload of payloads) {
      try {
        const { markdown } = await convert({ source: bytesSource(Buffer.from(wrap(payload))), name }, options);
        const html = micromark(markdown, {
          allowDangerousHtml: true,
          allowDangerousProtocol: true,
          extensions: [gfm()],
          htmlExtensions: [gfmHtml()],
        });
        const parts = activeParts(html);
        if (parts.length > 0) active.push({ payload, parts, markdown });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    }
    expect(active).toEqual([]);
  });
});
