import { comment, importCode, type Language, only } from '../code/language.ts';
import { LONGEST, movingCode, typedCode } from '../code/move-code.ts';
import type { CompoundKey } from './module-code.ts';

/** What the script needs to know beside the key. */
export interface KeyMove {
  readonly key: CompoundKey;
  readonly table: string;
  /** How the script imports the module of the key. */
  readonly module: string;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
}

/** A script that gives entities of before the RowKey that begins with the property, in two spaces, single quotes and semicolons. */
export function keyMoveCode({ key, table, module, file }: KeyMove, language: Language): string {
  const { names, attribute } = key;
  const t = only(language.isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const functions = `${doc('Whether the RowKey of an entity begins with its own value.', ofEntity)}
function isNew(entity${t(': TableEntity')})${t(': boolean')} {
  const value = valueOf(entity);
  return value !== undefined && entity.rowKey.startsWith(${names.key}(value, ''));
}

${doc('The new key of an entity, which ends with its old one; undefined for one that has no value, or a key that would be too long.', [...ofEntity, '@returns {string | undefined}'])}
function newKeyOf(entity${t(': TableEntity')})${t(': string | undefined')} {
  const value = valueOf(entity);
  if (value === undefined) return undefined;
  const key = ${names.key}(value, entity.rowKey);
  return key.length <= ${String(LONGEST)} ? key : undefined;
}

${doc(`The ${attribute} of an entity, whose values have their types; undefined for one without.`, [...ofEntity, '@returns {string | undefined}'])}
function valueOf(entity${t(': TableEntity')})${t(': string | undefined')} {
  const { type, value } = ${typedCode(`entity.${attribute}`, language)};
  return type === 'String' ? String(value) : undefined;
}
`;
  return movingCode(
    {
      script: {
        ...{ file, table },
        says: [
          `Gives the entities of ${table} that were there before a RowKey that begins with their ${attribute}, then checks that all that have`,
          'such a value have such a key. Run it when every program that writes makes these keys, and before any program reads by them. It can',
          'be stopped at any time: it goes on where it was. Each entity is written under its new key and deleted under its old one in one',
          'transaction, so that it is always there once. Nothing else is deleted. It takes for granted that no program changes an entity',
          'once it is written. The SDK writes a Double without decimals as an Int32.',
        ],
        imports: importCode(`{ ${names.key} }`, module, language),
      },
      functions,
      left: '// the check at the end lists those whose key would be too long',
      wrong: 'valueOf(entity) !== undefined && !isNew(entity)',
    },
    language,
  );
}
