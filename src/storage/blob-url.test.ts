// What BLOB_URL says is understood, or refused in words that name the mistake and repeat no secret.
import { describe, expect, test } from 'vitest';
import { parseBlobUrl } from './blob-url.ts';

const parsed = (url: string, environment: Record<string, string> = {}) =>
  parseBlobUrl(url, (name) => environment[name] ?? '');
const key = { AZURE_STORAGE_KEY: 'c2VjcmV0' };
const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test.each([
  ['/srv/files', '/srv/files'],
  ['file:///srv/my%20files', '/srv/my files'],
])('the directory %s', (url, root) => {
  expect(parsed(url)).toEqual({ kind: 'disk', root });
});

describe('azure', () => {
  test('an account and a container, at the usual address', () => {
    expect(parsed('azure://acme/files', key)).toEqual({
      kind: 'azure',
      account: 'acme',
      container: 'files',
      prefix: '',
      endpoint: 'https://acme.blob.core.windows.net',
      credential: { kind: 'key', key: 'c2VjcmV0' },
      links: 'own',
      create: false,
    });
  });

  test('a prefix and every parameter', () => {
    const url = 'azure://acme/files/a/b/?endpoint=http://127.0.0.1:1/acme/&links=https://f.example/&create=true';
    expect(parsed(url, { AZURE_STORAGE_SAS_TOKEN: '?sv=1&sig=x' })).toMatchObject({
      prefix: 'a/b/',
      endpoint: 'http://127.0.0.1:1/acme',
      links: { address: 'https://f.example' },
      create: true,
      credential: { kind: 'token', token: 'sv=1&sig=x' },
    });
  });

  test('a connection string goes before a key, and must be of the same account', () => {
    const text = 'DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=c2VjcmV0';
    const environment = { ...key, AZURE_STORAGE_CONNECTION_STRING: text };
    expect(parsed('azure://acme/files', environment)).toMatchObject({
      credential: { kind: 'connection string', text },
    });
    expect(parsed('azure://other/files', environment)).toEqual({
      problem: 'names the account other, but AZURE_STORAGE_CONNECTION_STRING another one',
    });
  });
});

describe('s3', () => {
  test('a bucket of Amazon, with the credentials of the machine', () => {
    expect(parsed('s3://acme.files')).toEqual({
      kind: 's3',
      bucket: 'acme.files',
      prefix: '',
      region: 'us-east-1',
      pathStyle: false,
      links: 'own',
      create: false,
    });
  });

  test('a bucket of another server, by parameters or by variables', () => {
    const expected = {
      prefix: 'docmill/',
      region: 'eu-central-1',
      endpoint: 'http://minio:9000',
      pathStyle: true,
      links: 'none',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
    };
    const environment = { ...keys, AWS_SESSION_TOKEN: 'token' };
    const url = 's3://files/docmill?endpoint=http://minio:9000&region=eu-central-1&links=none';
    expect(parsed(url, environment)).toMatchObject(expected);
    const variables = { AWS_ENDPOINT_URL_S3: 'http://minio:9000', AWS_REGION: 'eu-central-1' };
    expect(parsed('s3://files/docmill?links=none', { ...environment, ...variables })).toMatchObject(expected);
    expect(parsed(`${url}&path_style=false`, environment)).toMatchObject({ pathStyle: false });
  });
});

test.each([
  ['files', {}, 'must be an absolute path'],
  ['ftp://files', {}, 'must be an absolute path'],
  ['file://host/files', {}, 'must be file:///PATH'],
  ['file:///files?x=1', {}, 'must be file:///PATH'],
  ['azure://acme', key, 'azure://ACCOUNT/CONTAINER'],
  ['azure://acme/UPPER', key, 'names that Azure allows'],
  ['azure://acme/files', {}, 'needs AZURE_STORAGE_CONNECTION_STRING'],
  ['azure://acme/files?region=x', key, 'takes the parameters endpoint, links, create and no others'],
  ['azure://acme/files/a%20b', key, 'has a prefix'],
  ['s3://a', keys, 'a name that S3 allows'],
  ['s3://files?endpoint=minio:9000', keys, 'an endpoint that is not an http address'],
  ['s3://files', { ...keys, AWS_ENDPOINT_URL: 'http://u:hidden@minio' }, 'an endpoint that is not an http address'],
  ['s3://files?links=yes', keys, 'has links that are neither'],
  ['s3://files?create=yes', keys, 'has a create'],
  ['s3://files?path_style=1', keys, 'has a path_style'],
  ['s3://files', { AWS_ACCESS_KEY_ID: 'id' }, 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY together'],
  ['s3://id:hidden@files', keys, 'must hold no credentials'],
])('%s is refused', (url, environment, problem) => {
  const answer = parsed(url, environment);
  expect(answer).toEqual({ problem: expect.stringContaining(problem) });
  expect(JSON.stringify(answer)).not.toContain('hidden');
});
