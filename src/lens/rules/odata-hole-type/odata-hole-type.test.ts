import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } });`;

describe('odata-hole-type', () => {
  it('underlines what the tag turns into some text', () => {
    check(`${HEAD}
export function lists(ids: string[], user: { id: string }, bytes: Uint8Array, n: bigint, session: Session) {
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'A' and Name eq \${ids}\` } });
//                                                                                      ^^^ warning odata-hole-type/array
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'A' and Name eq \${user}\` } });
//                                                                                      ^^^^ warning odata-hole-type/object
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'A' and Name eq \${bytes}\` } });
//                                                                                      ^^^^^ warning odata-hole-type/bytes
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'A' and Size eq \${n}\` } });
//                                                                                      ^ warning odata-hole-type/bigint
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${session.user?.department}\` } });
//                                                                      ^^^^^^^^^^^^^^^^^^^^^^^^ warning odata-hole-type/chain
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${['a', 'b']}\` } });
//                                                                      ^^^^^^^^^^ warning odata-hole-type/array
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${undefined}\` } });
//                                                                      ^^^^^^^^^ warning odata-hole-type/nothing: undefined
}
`);
  });

  it('takes a field that begins with nothing for one that others assign, unless nobody can', () => {
    check(`${HEAD}
export class Notes {
  user = null;
  #team = null;
  private area = null;
  in() { return client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${this.area}\` } }); }
//                                                                                    ^^^^^^^^^ warning odata-hole-type/nothing: this.area
  list() { return client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${this.user}\` } }); }
  all() { return client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${this.#team}\` } }); }
//                                                                                     ^^^^^^^^^^ warning odata-hole-type/nothing: this.#team
}
`);
  });

  it('knows the rest of a filter that has such a field', () => {
    check(`${HEAD}
export class Notes {
  user = null;
  begun(text: string) {
    return client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${this.user} and startswith(title, \${text})\` } });
//                                                                                              ^^^^^^^^^^^^^^^^^^^^^^^^^^ error invalid-filter
  }
}
`);
  });

  it('underlines what may be undefined by its type, where nobody asks', () => {
    check(`${HEAD}
export function lists(id?: string, name: string | undefined, input: { code?: string }) {
  const found: string | undefined = find();
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${found}\` } });
//                                                                      ^^^^^ warning odata-hole-type/optional: found
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${id}\` } });
//                                                                      ^^ warning odata-hole-type/optional
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'A' and Name eq \${name}\` } });
//                                                                                      ^^^^ warning odata-hole-type
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq 'A' and Code eq \${input.code}\` } });
//                                                                                      ^^^^^^^^^^ warning odata-hole-type
}
`);
    const asked = (before: string, parameter = 'id?: string'): string => `${HEAD}
export function lists(${parameter}) {
  ${before}
  ${list('odata`PartitionKey eq ${id}`')}
}
`;
    checkSilent('odata-hole-type', asked('', 'id: string'));
    checkSilent('odata-hole-type', asked('', "id = 'all'"));
    checkSilent('odata-hole-type', asked('', "id: string | undefined = 'all'"));
    checkSilent('odata-hole-type', asked('if (!id) return;'));
    checkSilent('odata-hole-type', asked('if (id === undefined) throw new Error();'));
    checkSilent('odata-hole-type', asked("if (typeof id !== 'string') return;"));
    checkSilent('odata-hole-type', asked('assert(id);'));
    checkSilent('odata-hole-type', asked("id ??= 'all';"));
    checkSilent('odata-hole-type', asked("id = id || 'all';"));
  });

  it('knows numbers and dates that may not be there, but not what the source says to be there', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Ledger', credential);
interface Wanted { branch: string; since?: Date; least?: number }
export function list(wanted: Wanted, from?: bigint, to?: string) {
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${wanted.branch} and at ge \${wanted.since}\` } });
//                                                                                                 ^^^^^^^^^^^^ warning odata-hole-type/optional
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${wanted.branch} and balance ge \${from}L\` } });
//                                                                                                      ^^^^ warning odata-hole-type/optional
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${wanted.branch} and RowKey lt \${to!} and balance lt \${from!}L\` } });
}
export function asked({ branch, least }: Wanted) {
  if (least === undefined) return [];
  return client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${branch} and balance ge \${least}\` } });
}
`);
  });

  it('is silent for what the tag knows, and for what nobody knows', () => {
    checkSilent(
      'odata-hole-type',
      `${HEAD}
export function lists(a: string, n: number, big: bigint, date: Date, done: boolean, vague, ids: string[], kind: 'x' | 'y', other: Other, either: string | string[]) {
  ${list('odata`PartitionKey eq ${a} and Age gt ${n} and Born lt ${date} and Done eq ${done} and Kind eq ${kind}`')}
  ${list("odata`PartitionKey eq ${vague} and Size gt ${big}L and Code eq '${big}' and Name eq ${other}`")}
  ${list('odata`PartitionKey eq ${ids[0]} and Name eq ${ids.join()} and Count eq ${ids.length} and RowKey gt ${either}`')}
  ${list('`PartitionKey eq ${ids}`')}
}
`,
    );
  });

  it('is silent for an optional chain of which the code makes sure', () => {
    const asked = (guard: string, value = 'user?.id'): string => `${HEAD}
export function lists(user?: User) {
  ${guard}
  ${list(`odata\`PartitionKey eq \${${value}}\``)}
}
`;
    checkSilent('odata-hole-type', asked('if (!user?.id) return;'));
    checkSilent('odata-hole-type', asked('if (!user) return;'));
    checkSilent('odata-hole-type', asked('if (user === undefined) throw new Error();'));
    checkSilent('odata-hole-type', asked('', "user?.id ?? 'nobody'"));
    checkSilent('odata-hole-type', asked('', 'String(user?.id)'));
  });

  it('is silent for what has a default where it is taken apart', () => {
    checkSilent(
      'odata-hole-type',
      `${HEAD}
interface Asked { branch?: string; most?: number; since?: Date }
export function loans({ branch = 'main', most = 10, since = new Date(0) }: Asked = {}) {
  return ${list('odata`PartitionKey eq ${branch} and Days lt ${most} and At gt ${since}`')}
}
export function fines(asked: Asked) {
  const { branch = 'main', most = 10 } = asked;
  return ${list('odata`PartitionKey eq ${branch} and Days lt ${most}`')}
}
`,
    );
  });

  it('says nothing of a property that an entity has by its type, and speaks of one that may be left out', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
const members = new TableClient(url, 'Members', credential);
const offers = new TableClient(url, 'Offers', credential);
interface Member { points: number; age?: number }
const upTo = (club: string, points: number) => odata\`PartitionKey eq \${club} and least le \${points}\`;
export async function offersOf(club: string, id: string) {
  const member = await members.getEntity<Member>(club, id);
  offers.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${club} and least le \${member.points}\` } });
  offers.listEntities({ queryOptions: { filter: upTo(club, member.points) } });
  offers.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${club} and age le \${member.age}\` } });
//                                                                                         ^^^^^^^^^^ warning odata-hole-type/optional
}
`);
  });

  it('takes no question about something else of that name for one', () => {
    const beside = (code: string): string => `${HEAD}
export function lists(id?: string) {
  ${code}
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${id}\` } });
//                                                                      ^^ warning odata-hole-type/optional
}
`;
    check(beside("console.log('if (!id) return;');"));
    check(beside('const known = names.filter((id) => !id);'));
    check(beside('if (!other.id) return;'));
  });

  it('says of a property of what may be empty that it may be undefined, unless the code makes sure', () => {
    const ofBody = (guard: string, mark = ''): string => `${HEAD}
export function lists(request: { body?: any }) {
  const { week } = request.body || {};
  ${guard}
  ${list('odata`PartitionKey eq ${week}`')}${mark}
}
`;
    check(
      ofBody(
        '',
        '\n//                                                                      ^^^^ warning odata-hole-type/perhaps',
      ),
    );
    checkSilent('odata-hole-type', ofBody('if (!week || !other) return;'));
  });

  it('leaves a bigint that a key is compared with to the rule for types', () => {
    checkSilent(
      'odata-hole-type',
      `${HEAD}export const f = (n: bigint) => ${list("odata`PartitionKey eq 'A' and RowKey gt ${n}`")}\n`,
    );
  });

  it('leaves a bigint to the rule for types, too, where the type of the property is known', () => {
    const typed = (type: string): string => `${HEAD}export const f = (n: bigint) =>
  client.listEntities<{ size: ${type} }>({ queryOptions: { filter: odata\`PartitionKey eq 'A' and size gt \${n}\` } });
`;
    checkSilent('odata-hole-type', typed('bigint'));
    assert.deepEqual(
      findingsOf('/main.ts', typed('bigint')).map(({ rule }) => rule),
      ['filter-type-mismatch'],
    );
  });

  it('has a fix for a bigint', () => {
    checkFix(
      'odata-hole-type',
      `${HEAD}export const f = (n: bigint) => ${list("odata`PartitionKey eq 'A' and Size gt ${n} and Age gt 5`")}\n`,
      `${HEAD}export const f = (n: bigint) => ${list("odata`PartitionKey eq 'A' and Size gt ${n}L and Age gt 5`")}\n`,
    );
  });

  it('compares with each element of an array', () => {
    const program = (filter: string): string => `${HEAD}
export function named(department: string, names: string[], query: { names: string[] }) {
  ${list(filter)}
}
`;
    const rule = 'odata-hole-type';
    checkFix(
      rule,
      program('odata`PartitionKey eq ${department} and Name eq ${names}`'),
      program(
        "odata`PartitionKey eq ${department}` + ` and (${names.map((value) => odata`Name eq ${value}`).join(' or ')})`",
      ),
    );
    checkFix(
      rule,
      program('odata`Name eq ${query.names}`'),
      program("query.names.map((value) => odata`Name eq ${value}`).join(' or ')"),
    );
    checkNoFix(rule, program('odata`Name ne ${names}`'));
    checkNoFix(rule, program('odata`Name eq ${names} and PartitionKey eq ${department}`'));
    checkNoFix(rule, program("odata`Name eq ${['a', 'b']}`"));
    checkNoFix(rule, program('odata`Name eq ${names}` + suffix'));
  });

  it('underlines what may be a text, several or none, as parameters of addresses are', () => {
    check(`
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Claims', credential);
export const of = (team: string, status: string | string[] | undefined) =>
  client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${team} and status eq \${status}\` } });
//                                                                                            ^^^^^^ warning odata-hole-type/optional: status
`);
    checkSilent(
      'odata-hole-type',
      `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Claims', credential);
const list = (filter: string) => client.listEntities({ queryOptions: { filter } });
type Given = string | string[] | undefined;
export function first(team: string, status: string | string[] | undefined) {
  if (typeof status !== 'string') return undefined;
  return list(odata\`PartitionKey eq \${team} and status eq \${status}\`);
}
export function second(team: string, status: string | string[] | undefined) {
  const one = Array.isArray(status) ? status[0] : status;
  return list(odata\`PartitionKey eq \${team} and status eq \${one ?? 'open'}\`);
}
export function third(team: string, status: string | number | null) {
  return list(status === null ? odata\`PartitionKey eq \${team}\` : odata\`PartitionKey eq \${team} and status eq \${status}\`);
}
export function fourth(team: string, status: string | string[] | undefined = 'open') {
  return list(odata\`PartitionKey eq \${team} and status eq \${status}\`);
}
`,
    );
  });
});
