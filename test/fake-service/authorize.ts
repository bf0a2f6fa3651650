import { createHmac } from 'node:crypto';
import { Refusal } from './message.ts';
import type { Operation } from './operation.ts';
import type { KeyBounds } from './query.ts';

/** A request as it is signed. */
export interface SignedRequest {
  readonly method: string;
  /** As sent, percent-encoded, with the account where the endpoint has it in its path. */
  readonly path: string;
  readonly parameters: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly isSecure: boolean;
}

export interface Account {
  readonly name: string;
  /** Base64. */
  readonly key: string;
  /** Whether a bearer token of Microsoft Entra ID is good, and what its role may do. */
  readonly roleOf: (bearerToken: string) => 'reader' | 'contributor' | 'none' | undefined;
  /** The service's clock, in milliseconds. */
  readonly now: () => number;
}

/** Throws a Refusal where who asks may not do this; otherwise the keys that it is limited to. */
export type Grant = (operation: Operation) => KeyBounds;

/** Who asks may not be far from the service's clock (REST, "Authorize with Shared Key": 15 minutes). */
const MOST_SKEW = 15 * 60_000;

/** Checks who sent a request. Throws a Refusal with the service's codes for signatures that are wrong or too old. */
export function authorize(request: SignedRequest, account: Account): Grant {
  const authorization = request.header('authorization');
  if (authorization === undefined) {
    if (!request.parameters.has('sig')) throw new Refusal(401, 'NoAuthenticationInformation');
    return bySas(request, account);
  }
  const [, scheme, value = ''] = /^(\S+) (.*)$/.exec(authorization) ?? [];
  if (scheme === 'Bearer') return byRole(account.roleOf(value));
  const expected = scheme === 'SharedKey' ? fullText(request, account) : liteText(request, account);
  if (scheme !== 'SharedKey' && scheme !== 'SharedKeyLite')
    throw new Refusal(400, 'InvalidAuthenticationInfo');
  const date = Date.parse(dateOf(request));
  if (!(Math.abs(date - account.now()) <= MOST_SKEW))
    throw failed('The Date header in the request is incorrect.');
  if (value !== `${account.name}:${sign(expected, account)}`)
    throw failed('The MAC signature is not the same.');
  return () => ({});
}

function dateOf({ header }: SignedRequest): string {
  return header('x-ms-date') ?? header('date') ?? '';
}

function liteText(request: SignedRequest, account: Account): string {
  return [dateOf(request), resourceText(request, account)].join('\n');
}

function fullText(request: SignedRequest, account: Account): string {
  const { method, header } = request;
  const headers = [header('content-md5') ?? '', header('content-type') ?? '', dateOf(request)];
  return [method, ...headers, resourceText(request, account)].join('\n');
}

function resourceText({ path, parameters }: SignedRequest, { name }: Account): string {
  const comp = parameters.get('comp');
  return `/${name}${path}${comp === null ? '' : `?comp=${comp}`}`;
}

function byRole(role: ReturnType<Account['roleOf']>): Grant {
  if (role === undefined) throw new Refusal(401, 'InvalidAuthenticationInfo');
  return ({ kind }) => {
    const isRead = kind === 'query' || kind === 'list-tables';
    if (role === 'none' || (role === 'reader' && !isRead)) {
      throw new Refusal(403, 'AuthorizationPermissionMismatch');
    }
    return {};
  };
}

function bySas(request: SignedRequest, account: Account): Grant {
  const { parameters } = request;
  const get = (name: string): string => parameters.get(name) ?? '';
  const isOfTable = parameters.has('tn');
  const own = isOfTable ? ['tn'] : ['ss', 'srt'];
  if (get('sv') === '' || own.some((name) => get(name) === '')) throw failed('A field is missing.');
  const text = isOfTable ? tableSasText(get, account) : accountSasText(get, account);
  if (get('sig') !== sign(text, account)) throw failed('Signature did not match.');
  const isEarly = get('st') !== '' && Date.parse(get('st')) > account.now();
  if (isEarly || !(Date.parse(get('se')) > account.now())) {
    throw failed('Signature not valid in the specified time frame.');
  }
  if (get('spr') === 'https' && !request.isSecure) throw new Refusal(403, 'AuthorizationProtocolMismatch');
  return isOfTable ? tableGrant(get) : accountGrant(get);
}

type Field = (name: string) => string;

/** REST, "Create an account SAS": "String-to-sign". */
function accountSasText(get: Field, { name }: Account): string {
  const fields = ['sp', 'ss', 'srt', 'st', 'se', 'sip', 'spr', 'sv'].map(get);
  return [name, ...fields, ...(get('sv') >= '2020-12-06' ? [get('ses')] : []), ''].join('\n');
}

/** REST, "Create a service SAS": "String-to-sign" of the Table service. */
function tableSasText(get: Field, { name }: Account): string {
  const resource = `/table/${name}/${get('tn').toLowerCase()}`;
  const [sp, st, se, ...rest] = ['sp', 'st', 'se', 'si', 'sip', 'spr', 'sv', 'spk', 'srk', 'epk', 'erk'].map(
    get,
  );
  return [sp, st, se, resource, ...rest].join('\n');
}

/** What an operation takes: of an account SAS the resource type and a permission of each group, of a table SAS the permissions. */
const NEEDS: Readonly<
  Record<
    Operation['kind'],
    { type: 'c' | 'o'; account: readonly (readonly string[])[]; table?: readonly string[] }
  >
> = {
  'list-tables': { type: 'c', account: [['l']] },
  'create-table': { type: 'c', account: [['c', 'w']] },
  'drop-table': { type: 'c', account: [['d']] },
  query: { type: 'o', account: [['r']], table: ['r'] },
  insert: { type: 'o', account: [['a']], table: ['a'] },
  update: { type: 'o', account: [['u']], table: ['u'] },
  upsert: { type: 'o', account: [['a'], ['u']], table: ['a', 'u'] },
  delete: { type: 'o', account: [['d']], table: ['d'] },
};

function accountGrant(get: Field): Grant {
  return ({ kind }) => {
    const { type, account } = NEEDS[kind];
    if (!get('ss').includes('t')) throw new Refusal(403, 'AuthorizationServiceMismatch');
    if (!get('srt').includes(type)) throw new Refusal(403, 'AuthorizationResourceTypeMismatch');
    const holds = account.every((group) => group.some((letter) => get('sp').includes(letter)));
    if (!holds) throw new Refusal(403, 'AuthorizationPermissionMismatch');
    return {};
  };
}

function tableGrant(get: Field): Grant {
  return (operation) => {
    const { table } = NEEDS[operation.kind];
    if (table === undefined || !('table' in operation)) throw new Refusal(403, 'AuthorizationFailure');
    if (operation.table.toLowerCase() !== get('tn').toLowerCase())
      throw new Refusal(403, 'AuthorizationFailure');
    const holds = table.every((letter) => get('sp').includes(letter));
    if (!holds) throw new Refusal(403, 'AuthorizationPermissionMismatch');
    return {
      ...(get('spk') !== '' && { from: { PartitionKey: get('spk'), RowKey: get('srk') } }),
      ...(get('epk') !== '' && {
        to: { PartitionKey: get('epk'), ...(get('erk') !== '' && { RowKey: get('erk') }) },
      }),
    };
  };
}

function sign(text: string, { key }: Account): string {
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');
}

function failed(why: string): Refusal {
  return new Refusal(403, 'AuthenticationFailed', `Server failed to authenticate the request. ${why}`);
}
