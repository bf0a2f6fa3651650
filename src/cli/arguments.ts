import { parseArgs, type ParseArgsConfig } from 'node:util';
import * as l10n from '@vscode/l10n';
import { nearest } from '../core/text/near.ts';
import { UsageError } from './command.ts';

/** The options of a command, as `parseArgs` takes them. */
type Options = NonNullable<ParseArgsConfig['options']>;

/** What `parseArgs` makes of a command's arguments. */
type Read<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: O }>
>;

/** Reads the arguments of a command. Throws a UsageError for an option that it doesn't have, or that is given wrongly. */
export function readArguments<const O extends Options>(args: string[], options: O): Read<O> {
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue: isInline } = token;
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined;
    if (type === undefined) throw new UsageError(unknownOption(rawName, Object.keys(options)));
    if (type === 'boolean' && value !== undefined)
      throw new UsageError(l10n.t('{0} takes no value.', rawName));
    if (type === 'string' && value === undefined) throw new UsageError(l10n.t('{0} needs a value.', rawName));
    if (type === 'string' && isInline !== true && value?.startsWith('-') === true && value !== '-')
      throw new UsageError(
        l10n.t(
          '{0} needs a value. To give it one that begins with "-", write {1}.',
          rawName,
          `${rawName}=${value}`,
        ),
      );
  }
  return parseArgs({ args, options, allowPositionals: true });
}

/** What to say of an option that there isn't and that is nearly one; `known` are the names of those that there are. Undefined where none is near. */
export function likeOption(written: string, known: readonly string[]): string | undefined {
  const near = nearest(written.replace(/^-+/, ''), [...known, 'help'], true);
  return near === undefined
    ? undefined
    : l10n.t('Unknown option "{0}". Did you mean {1}?', written, `--${near}`);
}

/** The same for a command: what isn't nearly an option may be a path, or a filter. */
function unknownOption(written: string, known: readonly string[]): string {
  return (
    likeOption(written, known) ??
    l10n.t('Unknown option "{0}". Write -- before a path or filter that begins with "-".', written)
  );
}
