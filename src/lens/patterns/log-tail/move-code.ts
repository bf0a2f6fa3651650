import { comment, importCode, type Language, only } from '../code/language.ts';
import { LONGEST, movingCode, typedCode } from '../code/move-code.ts';

/** What the script needs to know that gives entities of before a new key. */
export interface Move {
  readonly name: string;
  /** The property that has the time. */
  readonly property: string;
  readonly table: string;
  /** How the script imports the module of the key. */
  readonly module: string;
  /** The script's file, without its folder and its ending. */
  readonly file: string;
}

/** A script that gives entities of before their new key, in two spaces, single quotes and semicolons. */
export function moveCode({ name, property, table, module, file }: Move, language: Language): string {
  const t = only(language.isTypeScript);
  const doc = (text: string, tags: readonly string[] = []): string => comment(text, tags, language);
  const ofEntity = ['@param {TableEntity} entity'];
  const functions = `${doc('Whether an entity has its new key: within a minute the ticks of its own time, and an end.', ofEntity)}
function isNew(entity${t(': TableEntity')})${t(': boolean')} {
  const ticks = /^\\d{19}(?=_)/.exec(entity.rowKey)?.[0];
  const wanted = newKeyOf(entity)?.slice(0, 19);
  if (ticks === undefined || wanted === undefined) return false;
  return Math.abs(Number(BigInt(ticks) - BigInt(wanted))) < 600_000_000;
}

${doc('The new key of an entity, which ends with its old one; undefined for one without a time.', [...ofEntity, '@returns {string | undefined}'])}
function newKeyOf(entity${t(': TableEntity')})${t(': string | undefined')} {
  const time = timeOf(entity);
  if (time === undefined) return undefined;
  const key = ${name}(time, entity.rowKey);
  return key.length <= ${String(LONGEST)} ? key : undefined;
}

${doc('The time of an entity, whose values have their types; undefined for one without.', [...ofEntity, '@returns {Date | undefined}'])}
function timeOf(entity${t(': TableEntity')})${t(': Date | undefined')} {
  const { type = '', value } = ${typedCode(`entity.${property}`, language)};
  const time = new Date(/^(Int|Double)/.test(type) ? Number(value) : String(value));
  return Number.isNaN(time.getTime()) ? undefined : time;
}
`;
  return movingCode(
    {
      script: {
        ...{ file, table },
        says: [
          `Gives the entities of ${table} that were there before a RowKey that puts the newest first, by their ${property}, then checks`,
          'that all have one. Run it when every program that writes makes such keys, and before any program reads by them. It can be',
          'stopped at any time: it goes on where it was. Each entity is written under its new key and deleted under its old one in one',
          'transaction, so that it is always there once. Nothing else is deleted. It takes for granted that no program changes an entity',
          'once it is written. The SDK writes a Double without decimals as an Int32.',
        ],
        imports: importCode(`{ ${name} }`, module, language),
      },
      functions,
      left: '// the check at the end lists those without a time',
      wrong: '!isNew(entity)',
    },
    language,
  );
}
