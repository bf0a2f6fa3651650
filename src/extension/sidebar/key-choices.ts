import * as l10n from '@vscode/l10n';
import { boundAt, readDeclared, timePartOf, type KeyDeclaration } from '../../core/keys/declare.ts';
import { meaningOf } from '../../core/keys/describe.ts';
import { parseMoment } from '../../core/keys/moment.ts';
import type { Clock } from './clock.ts';
import { boundText } from './key-row.ts';
import type { Search } from './nodes.ts';

/** A way to look for keys, as it is offered for what was typed. */
export interface KeyChoice {
  readonly label: string;
  readonly description?: string;
  readonly range: Search;
}

/** What a typed text may mean: a key, how keys begin, or, where the table declares a time in them, from when on. */
export function keyChoices(text: string, declarations: readonly KeyDeclaration[], clock: Clock): KeyChoice[] {
  if (text === '') return [];
  const reading = readDeclared(text, declarations);
  const meaning = reading && meaningOf(reading);
  const cost = l10n.t('1 request');
  return [
    {
      label: l10n.t('Key is “{0}”', text),
      description: meaning === undefined ? cost : `${meaning} · ${cost}`,
      range: { kind: 'exact', key: text },
    },
    { label: l10n.t('Key starts with “{0}”', text), range: { kind: 'prefix', prefix: text } },
    ...timeChoices(text, declarations, clock),
  ];
}

/** Only of keys whose time has nothing before it that would have to be asked for. */
function timeChoices(
  text: string,
  declarations: readonly KeyDeclaration[],
  { now, offsetAt }: Clock,
): KeyChoice[] {
  const ticks = parseMoment(text, now, offsetAt);
  if (ticks === undefined) return [];
  return declarations.flatMap((declaration) => {
    const time = timePartOf(declaration);
    if (time?.before.every(({ kind }) => kind === 'constant') !== true) return [];
    if (ticks < time.codec.domain.first || ticks > time.codec.domain.last) return [];
    const { from } = boundAt(declaration, ticks, []);
    return [{ label: boundText(from, [declaration]), description: from, range: { kind: 'from', from } }];
  });
}
