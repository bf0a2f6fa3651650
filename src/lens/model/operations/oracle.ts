import * as l10n from '@vscode/l10n';
import { PACKAGE } from '../../syntax/gate.ts';
import type { Operation } from './operation.ts';

/** What an oracle of types said of a receiver whose syntax leaves open what it is. */
export type TypeAnswer =
  | { readonly kind: 'table-client' }
  /** Declared in `file`, which is no file of the SDK. */
  | { readonly kind: 'other'; readonly type: string; readonly file: string };

/** Answers about one text, by the offset that was asked about: {@link Operation.undecided}. */
export type TypeAnswers = ReadonlyMap<number, TypeAnswer>;

/** A declaration to which the editor leads from a value's name to its type: a file and where in it. */
export interface Declaration {
  readonly file: string;
  readonly text: string;
  /** Of the declaration's name, or of the whole declaration. */
  readonly offset: number;
}

/** Types declared by TypeScript itself, such as Promise: what stands beside them counts. */
const LIBRARY = /\/lib(?:\.[\w.]+)?\.d\.ts$/;
const DECLARES = /\b(?:class|interface)\s+([\w$]+)/;

/**
 * Reads the declarations of a receiver's type: TableClient of the SDK, a class or interface that is surely
 * something else, or undefined where they leave it open: none, a subclass, a type parameter, an interface of a
 * file that speaks of the SDK.
 */
export function readDeclarations(declarations: readonly Declaration[]): TypeAnswer | undefined {
  const own = declarations.filter(({ file }) => !LIBRARY.test(file));
  const [first] = own;
  if (first === undefined) return undefined;
  if (own.every(isTableClient)) return { kind: 'table-client' };
  const open = own.some(({ file, text }) => isOfPackage(file) || text.includes(PACKAGE));
  const type = nameOfType(first);
  if (open || type === undefined || own.some((each) => nameOfType(each) === undefined)) return undefined;
  return { kind: 'other', type, file: first.file };
}

/** An operation as it is with what the oracle said of its receiver. */
export function withAnswers(operations: readonly Operation[], answers: TypeAnswers): readonly Operation[] {
  if (answers.size === 0) return operations;
  return operations.map((operation) => {
    const { undecided } = operation;
    const answer = undecided === undefined ? undefined : answers.get(undecided);
    if (answer === undefined || operation.via !== undefined) return operation;
    return answer.kind === 'table-client'
      ? {
          ...operation,
          evidence: 'proved',
          because: l10n.t('TypeScript says that its type is TableClient of {0}', PACKAGE),
        }
      : {
          ...operation,
          evidence: 'rejected',
          because: l10n.t(
            'TypeScript says that its type is {0}, declared in {1}',
            answer.type,
            baseName(answer.file),
          ),
        };
  });
}

function isTableClient(declaration: Declaration): boolean {
  return isOfPackage(declaration.file) && nameOfType(declaration) === 'TableClient';
}

function isOfPackage(file: string): boolean {
  return file.includes(`/${PACKAGE}/`);
}

/** The class or interface that a declaration's line names; undefined for all else, and for what extends something. */
function nameOfType({ text, offset }: Declaration): string | undefined {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const brace = text.indexOf('{', offset);
  const head = text.slice(start, brace < 0 ? undefined : brace);
  const found = DECLARES.exec(head);
  if (found === null) return undefined;
  const rest = head.slice(found.index + found[0].length);
  return /\bextends\b/.test(withoutArguments(rest)) ? undefined : found[1];
}

/** What stands around the parameters of a type: all from the first `<` to the last `>`. */
function withoutArguments(head: string): string {
  const [open, close] = [head.indexOf('<'), head.lastIndexOf('>')];
  return open < 0 || close < open ? head : head.slice(0, open) + head.slice(close + 1);
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}
