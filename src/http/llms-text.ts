// /llms.txt: what a language model needs to call this service, made from the tables that the service itself runs on.
import { formats } from '../convert/formats.ts';
import { optionTable } from '../convert/options.ts';
import type { Route } from './route.ts';
import { wireName } from './shapes/wire-names.ts';

export function llmsText(baseUrl: string, routes: readonly Route[]): string {
  const readable = formats.filter((format) => format.load !== undefined).flatMap((format) => format.extensions);
  const options = Object.entries(optionTable).map(([name, { about }]) => `- \`${wireName(name)}\`: ${about}`);
  const listed = routes.map(
    ({ method, path, summary }) => `- \`${method} ${path.replace(/:(\w+)/g, '{$1}')}\`: ${summary}`,
  );
  return `# Docmill

> Any document in, clean Markdown out. This service converts files and web pages to Markdown over HTTP.

Send the API key in the header \`X-API-Key\`. One request converts one document:

    curl -H "X-API-Key: $KEY" -F file=@report.pdf ${baseUrl}/api/v1/convert
    curl -H "X-API-Key: $KEY" -H "Content-Type: application/json" ${baseUrl}/api/v1/convert \\
      -d '{"source_type":"url","url":"https://example.com/"}'

The answer is JSON. 200: \`markdown_content\` is the document. 202: not ready; ask the path in the header \`Location\` again
after \`Retry-After\` seconds until \`status\` is \`completed\` or \`failed\`. Other codes: \`message\` says what is wrong and
\`details.suggestion\` (or \`suggestion\`) what to do; repeat only 429 and 5xx, after \`Retry-After\`.

Reads: ${readable.join(', ')}.

## Options

A JSON object in the form field \`options\`, or in the field \`options\` of a JSON body.

${options.join('\n')}

## Routes

${listed.join('\n')}

## Links

- [OpenAPI 3.1 document](${baseUrl}/openapi.json): every route, field and error
- [Documentation](${baseUrl}/docs): the same as a page
`;
}
