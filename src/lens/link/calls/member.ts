import type { Expr } from '../../syntax/facts/expr.ts';
import type { FileFacts } from '../../syntax/facts/facts.ts';
import { type Abstract, givenTo, isListType, unknown } from '../values/abstract.ts';
import { augmentedMember } from './augmented.ts';
import { classMember, instanceMember } from './instance.ts';
import { partOfText } from '../library/libraries.ts';
import { type Linker, once, spend } from '../linker.ts';
import { moduleValue } from '../modules/modules.ts';
import { globalValue, numberFrom } from '../values/number.ts';
import { propertyOf } from '../values/object.ts';
import { memberOfType } from './types.ts';

/** How the source calls a value: `input.department`; undefined for what is not a chain of names. */
export function nameOf(expr: Expr): string | undefined {
  switch (expr.kind) {
    case 'name':
      return expr.name;
    case 'this':
      return 'this';
    case 'parameter':
      return expr.name;
    case 'member': {
      const object = nameOf(expr.object);
      return object === undefined ? expr.name : `${object}.${expr.name}`;
    }
    default:
      return undefined;
  }
}

/** `object.name`. `expr` is where the source writes it. */
export function memberValue(linker: Linker, object: Abstract, name: string, expr?: Expr): Abstract {
  if (OF_PROMISES.has(name) && MAY_BE_PROMISED.has(object.kind))
    return { kind: 'method', receiver: object, name };
  switch (object.kind) {
    case 'object':
      return propertyOf(linker, object, name);
    case 'module':
      return exportOf(linker, object.file, name);
    case 'external':
      return { ...object, path: [...object.path, name] };
    case 'global':
      return globalValue([...object.path, name]);
    case 'instance':
      return givenTo(instanceMember(linker, object, name), object.given);
    case 'class':
      return classMember(linker, object, name);
    case 'typed':
      if (isListType(object.type) && (name === 'length' || name === 'size'))
        return numberFrom({ kind: 'length' });
      if (object.type.members === undefined && object.type.name !== 'Record') {
        const added = augmentedMember(linker, object, name);
        return added === undefined
          ? { kind: 'method', receiver: object, name }
          : givenTo(added, object.given);
      }
      return givenTo(
        memberOfType(linker, object.type, object.file, name, (expr && nameOf(expr)) ?? name),
        object.given,
      );
    case 'array':
      // of a TableTransaction
      if (name === 'actions') return object;
      return name === 'length' ? numberFrom({ kind: 'length' }) : { kind: 'method', receiver: object, name };
    case 'text':
    case 'number':
    case 'time-text':
    case 'number-text':
    case 'random-text':
      if (name === 'length') return numberFrom({ kind: 'length' });
      return partOfText(object, name) ?? { kind: 'method', receiver: object, name };
    case 'unknown':
      return name === 'length'
        ? numberFrom({ kind: 'length' })
        : METHOD_NAMES.has(name)
          ? { kind: 'method', receiver: object, name }
          : givenTo(
              unknown(object.why === 'parameter' ? 'parameter' : 'property', (expr && nameOf(expr)) ?? name),
              object.given,
            );
    case 'client':
    case 'function':
    case 'method':
    case 'boolean':
    case 'nothing':
    case 'oneOf':
    case 'choice':
      return unknown('property', (expr && nameOf(expr)) ?? name);
  }
}

/** A promise is what it is of: that it must be waited for does not matter here. */
const OF_PROMISES: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

const MAY_BE_PROMISED: ReadonlySet<Abstract['kind']> = new Set([
  'client',
  'object',
  'instance',
  'module',
  'nothing',
]);

/** Methods that are followed even on a value of which nothing is known: their results tell enough. */
const METHOD_NAMES: ReadonlySet<string> = new Set([
  'padStart',
  'toISOString',
  'toString',
  'toFixed',
  'getTime',
  'valueOf',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'join',
  'digest',
  'subarray',
  'map',
  'flatMap',
  'reduce',
  'then',
  'catch',
  'finally',
]);

/** What a file exports under a name, itself or by `export *`: of what it exports so, each file is looked at once. */
function exportOf(linker: Linker, file: string, name: string): Abstract {
  const open: Abstract[] = [{ kind: 'module', file }];
  const seen = new Set<string>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    // a package from elsewhere may well have it
    if (at.kind !== 'module') return memberValue(linker, at, name);
    const facts = seen.has(at.file) ? undefined : linker.files.facts(at.file);
    const { file: here } = at;
    const isFirst = seen.size === 0;
    seen.add(here);
    if (facts === undefined) continue;
    const found = ownExport(linker, facts, name);
    if (found !== undefined && (isFirst || found.kind !== 'unknown')) return found;
    spend(linker, facts.exportStars.length);
    for (const module of [...facts.exportStars].reverse()) open.push(moduleValue(linker, here, module));
  }
  return unknown('not-resolved', name);
}

function ownExport(linker: Linker, facts: FileFacts, name: string): Abstract | undefined {
  const { file, exports, exportsWhole } = facts;
  const named = exports[name];
  if (named !== undefined) return once(linker, facts, name, () => linker.evaluate(named, { file }));
  if (exportsWhole === undefined) {
    return name === 'default' && Object.keys(exports).length > 0 ? { kind: 'module', file } : undefined;
  }
  return once(linker, facts, name, () => {
    const whole = linker.evaluate(exportsWhole, { file });
    return name === 'default' ? whole : memberValue(linker, whole, name);
  });
}
