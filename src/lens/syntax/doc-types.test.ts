import assert from 'node:assert/strict';
import { summary } from '../../../test/support/operations.ts';
import type { TypeRef } from './facts/expr.ts';
import { createParser } from './parse.ts';
import { readFile } from './read-file.ts';

describe('types in doc comments', () => {
  const written: readonly (readonly [string, string])[] = [
    ['function f(a) {}', '@param {string} a'],
    ['const f = (a) => a;', '@param {string} a'],
    ['exports.f = async function (a) {};', '@param {string} a'],
    ['module.exports = { b: 1 }; x.f = (a) => a;', '@param {String} a'],
    ['class C { f(a) {} }', '@param {string} a'],
    ['export default (a) => a;', '@param {string} a'],
    ['function f({ a }) {}', '@param {string} options'],
  ];
  for (const [code, comment] of written) {
    it(`are those of parameters: ${code}`, () => {
      const at = code.startsWith('class') ? code.indexOf('f(') : Math.max(code.indexOf('x.f'), 0);
      const source = `${code.slice(0, at)}\n/** ${comment} */ ${code.slice(at)}`;
      const [found] = readFile('a.js', source).functions;
      assert.deepEqual(
        found?.parameters.map(({ type }) => type?.name),
        ['string'],
      );
    });
  }

  it('are declared by name', () => {
    const { types } = readFile(
      'a.js',
      `/**
        * @typedef {object} Visit
        * @property {string} clinic
        * @property {number} [weight]
        * @property {?Date} at
        * @property {Object<string, Number>} counts
        */
       /** @typedef {Visit[]} Visits */
       /** @typedef {import('./clinic.js').Clinic} Clinic */
       const a = 1;`,
    );
    const visit = types.Visit;
    assert(visit?.members !== undefined);
    assert.deepEqual(visit.properties, ['clinic', 'weight', 'at', 'counts']);
    assert.deepEqual(visit.required, ['clinic', 'counts']);
    const number: TypeRef = { name: 'number', args: [] };
    assert.deepEqual(visit.members.weight, { ...number, isOptional: true });
    assert.deepEqual(visit.members.counts, {
      name: 'Record',
      args: [{ name: 'string', args: [] }, number],
    });
    assert.deepEqual(types.Visits, { name: 'Array', args: [{ name: 'Visit', args: [] }] });
    assert.deepEqual(types.Clinic, { name: 'Clinic', module: './clinic.js', args: [] });
  });

  it('are read of JavaScript alone', () => {
    const source = '/** @param {string} a */ export function f(a) {}';
    assert.equal(readFile('a.ts', source).functions[0]?.parameters[0]?.type, undefined);
    assert.equal(readFile('a.mjs', source).functions[0]?.parameters[0]?.type?.name, 'string');
  });

  it('follow edits of the comment, whatever else stays', () => {
    const parse = createParser();
    const typeIn = (comment: string): string | undefined =>
      readFile('a.js', `${comment} function f(a, b) { return a; }`, parse).functions[0]?.parameters[0]?.type
        ?.name;
    assert.deepEqual(
      ['/** @param {string} a */', '/** @param {number} a */', '/** none */', '/** @param {bigint} a */'].map(
        typeIn,
      ),
      ['string', 'number', undefined, 'bigint'],
    );
  });

  it('prove clients that are given: in parameters, casts and results', () => {
    const client = "import('@azure/data-tables').TableClient";
    const found = summary({
      '/a.js': `const { odata } = require('@azure/data-tables');
        class Visits {
          /** @param {${client}} table */
          constructor(table) { this.table = table; }
          /** @param {string} mail */
          find(mail) { return this.table.listEntities({ queryOptions: { filter: odata\`mail eq \${mail}\` } }); }
        }
        /** @returns {${client}} */
        function made() { return open('table'); }
        exports.read = () => made().getEntity('a', 'b');
        exports.cast = (x) => (/** @type {${client}} */ (x)).deleteEntity('a', 'b');
        exports.Visits = Visits;`,
    });
    assert.deepEqual(
      found.map((line) => /\b(?:proved|inferred|shape-only)\b/.exec(line)?.[0]),
      ['proved', 'proved', 'proved'],
    );
  });
});
