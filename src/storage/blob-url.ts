// What BLOB_URL may say, as data: a directory, a container of Azure Blob Storage or a bucket of S3. Problems are told in
// words that never repeat a secret.
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether signed links lead to the store: never, at the address we use ourselves, or at another public one. */
export type StoreLinks = 'none' | 'own' | { readonly address: string };

interface RemotePlace {
  /** Ends in a slash unless empty. */
  readonly prefix: string;
  readonly links: StoreLinks;
  /** Whether a container or bucket that is missing is made at the start. */
  readonly create: boolean;
}

export type AzureCredential =
  | { readonly kind: 'connection string'; readonly text: string }
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'token'; readonly token: string };

export interface AzurePlace extends RemotePlace {
  readonly kind: 'azure';
  readonly account: string;
  readonly container: string;
  readonly endpoint: string;
  readonly credential: AzureCredential;
}

export interface S3Place extends RemotePlace {
  readonly kind: 's3';
  readonly bucket: string;
  readonly region: string;
  /** Left out for Amazon's own. */
  readonly endpoint?: string;
  readonly pathStyle: boolean;
  /** Left out where the machine's role or the usual files have them. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
}

export type BlobPlace = { readonly kind: 'disk'; readonly root: string } | AzurePlace | S3Place;

type Problem = { readonly problem: string };
/** A variable of the environment, empty when it is not set. */
type Variable = (name: string) => string;

const forms = 'an absolute path, file:///PATH, azure://ACCOUNT/CONTAINER[/PREFIX] or s3://BUCKET[/PREFIX]';

export function parseBlobUrl(given: string, variable: Variable): BlobPlace | Problem {
  if (isAbsolute(given)) return { kind: 'disk', root: given };
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'file:') return directory(url);
  if (url?.protocol !== 'azure:' && url?.protocol !== 's3:') return { problem: `must be ${forms}` };
  if (url.username !== '' || url.password !== '') {
    return { problem: 'must hold no credentials; they come from the usual variables (docs/operations.md)' };
  }
  const allowed = url.protocol === 's3:' ? s3Parameters : azureParameters;
  const unknown = [...url.searchParams.keys()].find((name) => !allowed.includes(name));
  if (unknown !== undefined || url.hash !== '') {
    return { problem: `takes the parameters ${allowed.join(', ')} and no others` };
  }
  return url.protocol === 's3:' ? s3Place(url, variable) : azurePlace(url, variable);
}

const commonParameters = ['endpoint', 'links', 'create'];
const azureParameters = commonParameters;
const s3Parameters = [...commonParameters, 'region', 'path_style'];

function directory(url: URL): BlobPlace | Problem {
  if (url.host !== '' || url.search !== '' || url.hash !== '')
    return { problem: 'of a directory must be file:///PATH' };
  try {
    return { kind: 'disk', root: fileURLToPath(url) };
  } catch {
    return { problem: 'of a directory must be file:///PATH' };
  }
}

function azurePlace(url: URL, variable: Variable): BlobPlace | Problem {
  const account = url.hostname;
  const [container = '', ...rest] = url.pathname.slice(1).split('/');
  // https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata
  if (!/^[a-z0-9]{3,24}$/.test(account) || !/^[a-z0-9](?:-?[a-z0-9]){2,62}$/.test(container)) {
    return { problem: 'must be azure://ACCOUNT/CONTAINER[/PREFIX] with names that Azure allows' };
  }
  const shared = sharedParts(url, rest);
  if ('problem' in shared) return shared;
  const { endpoint = `https://${account}.blob.core.windows.net`, ...place } = shared;
  const credential = azureCredential(account, variable);
  if ('problem' in credential) return credential;
  return { kind: 'azure', account, container, endpoint, credential, ...place };
}

function azureCredential(account: string, variable: Variable): AzureCredential | Problem {
  const text = variable('AZURE_STORAGE_CONNECTION_STRING');
  if (text !== '') {
    const named = /(?:^|;)\s*UseDevelopmentStorage=true/i.test(text)
      ? 'devstoreaccount1'
      : /(?:^|;)\s*AccountName=([^;]*)/i.exec(text)?.[1];
    if (named === undefined || named === account) return { kind: 'connection string', text };
    return { problem: `names the account ${account}, but AZURE_STORAGE_CONNECTION_STRING another one` };
  }
  const key = variable('AZURE_STORAGE_KEY');
  if (key !== '') return { kind: 'key', key };
  const token = variable('AZURE_STORAGE_SAS_TOKEN');
  if (token !== '') return { kind: 'token', token: token.replace(/^\?/, '') };
  return {
    problem:
      'needs AZURE_STORAGE_CONNECTION_STRING, AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN to be set for an azure: address',
  };
}

function s3Place(url: URL, variable: Variable): BlobPlace | Problem {
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html; other servers allow capitals.
  if (!/^[\w][\w.-]{1,61}[\w]$/.test(url.host))
    return { problem: 'must be s3://BUCKET[/PREFIX] with a name that S3 allows' };
  const shared = sharedParts(url, url.pathname.slice(1).split('/'));
  if ('problem' in shared) return shared;
  const endpoint = shared.endpoint ?? (variable('AWS_ENDPOINT_URL_S3') || variable('AWS_ENDPOINT_URL') || undefined);
  if (endpoint !== undefined && !isAddress(endpoint)) return { problem: 'has an endpoint that is not an http address' };
  const style = url.searchParams.get('path_style') ?? String(endpoint !== undefined);
  if (style !== 'true' && style !== 'false') return { problem: 'has a path_style that is neither true nor false' };
  const accessKeyId = variable('AWS_ACCESS_KEY_ID');
  const secretAccessKey = variable('AWS_SECRET_ACCESS_KEY');
  const sessionToken = variable('AWS_SESSION_TOKEN');
  if ((accessKeyId === '') !== (secretAccessKey === '')) {
    return { problem: 'needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY together, or neither' };
  }
  const region = url.searchParams.get('region') || variable('AWS_REGION') || variable('AWS_DEFAULT_REGION');
  return {
    kind: 's3',
    bucket: url.host,
    prefix: shared.prefix,
    links: shared.links,
    create: shared.create,
    region: region || 'us-east-1',
    pathStyle: style === 'true',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === ''
      ? {}
      : { credentials: { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) } }),
  };
}

function sharedParts(url: URL, path: readonly string[]): (RemotePlace & { readonly endpoint?: string }) | Problem {
  const segments = path.filter((segment) => segment !== '');
  if (!segments.every((segment) => /^[\w-][\w.-]*$/.test(segment)) || segments.join('/').length > 200) {
    return { problem: 'has a prefix with other characters than letters, digits, "_", "-" and "."' };
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !isAddress(endpoint)) return { problem: 'has an endpoint that is not an http address' };
  const links = url.searchParams.get('links') ?? 'own';
  if (links !== 'own' && links !== 'none' && !isAddress(links)) {
    return { problem: 'has links that are neither own, none nor an http address' };
  }
  const create = url.searchParams.get('create') ?? 'false';
  if (create !== 'true' && create !== 'false') return { problem: 'has a create that is neither true nor false' };
  return {
    prefix: segments.length === 0 ? '' : `${segments.join('/')}/`,
    links: links === 'own' || links === 'none' ? links : { address: links.replace(/(?<!\/)\/+$/, '') },
    create: create === 'true',
    ...(endpoint === undefined ? {} : { endpoint: endpoint.replace(/(?<!\/)\/+$/, '') }),
  };
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const web = url?.protocol === 'http:' || url?.protocol === 'https:';
  return web && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}
