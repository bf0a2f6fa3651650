import * as vscode from 'vscode';
import type { Answer, FilterTemplate, TemplateHole } from '../../core/odata/template.ts';
import type { Entity } from '../../core/edm/json.ts';
import { askAsTyped, type Item } from '../window/questions.ts';
import { type Offer, isOfferedFor, labelOf, offersFor, partitionOffers } from './offers.ts';

/** What the query is wanted for: each question says so. */
export type Purpose = 'run' | 'explain';

/** What is asked: one hole of a filter, and how far one has come. */
export interface Question {
  readonly purpose: Purpose;
  readonly table: string;
  readonly template: FilterTemplate;
  readonly hole: TemplateHole;
  /** Of the holes, counting from 1. */
  readonly step: number;
  /** The answer given last time. */
  readonly last: Answer | undefined;
  /** Keys of the table's partitions that are known without asking the service. */
  readonly partitionKeys: readonly string[];
  /** Reads some entities of the table, whose values are offered. Never throws. */
  readonly sample: (signal: AbortSignal) => Promise<readonly Entity[]>;
}

interface Choice extends Item {
  readonly answer: Answer;
}

/** Asks for the value of a hole: one of the table's, the last one, or what the person types. Undefined when they changed their mind. */
export function askForHole(question: Question): Promise<Answer | undefined> {
  const { hole, template, step, last } = question;
  const before = last && labelOf(last);
  const without = (all: readonly Offer[]): Offer[] => all.filter(({ label }) => label !== before);
  const listed = without(partitionOffers(hole, question.partitionKeys));
  let offers: readonly Choice[] = [...lastChoice(last), ...choicesOf(listed, 0)];
  return askAsTyped<Choice, Answer>({
    title: titleOf(question),
    placeHolder: placeholderOf(hole),
    step: [step, template.holes.length],
    ignoreFocusOut: true,
    itemsFor: (typed) => [...(typed === '' ? [] : [typedChoice(typed)]), ...offers],
    answer: (typed, selected) => {
      // nothing is offered yet, and nothing is typed
      if (selected.length === 0 && typed === '') return undefined;
      return (selected.find(({ label }) => isOfferedFor(typed, label)) ?? typedChoice(typed)).answer;
    },
    // what the sidebar has listed need not be asked for
    ...(listed.length === 0 && {
      read: async (signal) => {
        const entities = await question.sample(signal);
        offers = [...lastChoice(last), ...choicesOf(without(offersFor(hole, entities)), entities.length)];
      },
    }),
  });
}

function titleOf({ purpose, table, template }: Question): string {
  return purpose === 'run'
    ? vscode.l10n.t('Run on {0}: {1}', table, outline(template))
    : vscode.l10n.t('Explain on {0}: {1}', table, outline(template));
}

/** The filter with its holes as the source names them. */
export function outline(template: FilterTemplate): string {
  const parts = template.parts.map((part) => {
    return part.kind === 'text' ? part.text : written(template.holes[part.hole]);
  });
  return parts.length === 0 ? vscode.l10n.t('every entity') : parts.join('');
}

function written(hole: TemplateHole | undefined): string {
  const { expression = '', isComposed } = hole ?? {};
  return isComposed ? expression : `\${${expression}}`;
}

function placeholderOf({ expression, property, isComposed }: TemplateHole): string {
  if (property === undefined) {
    return vscode.l10n.t('Part of the filter for {0}, in $filter syntax', expression);
  }
  return isComposed
    ? vscode.l10n.t('Final value of {0}, which is compared with {1}', expression, property)
    : vscode.l10n.t('Value of {0}, which is compared with {1}', expression, property);
}

function lastChoice(last: Answer | undefined): Choice[] {
  return last === undefined
    ? []
    : [{ label: labelOf(last), description: vscode.l10n.t('as last time'), answer: last }];
}

function typedChoice(text: string): Choice {
  return {
    label: text,
    description: vscode.l10n.t('as typed'),
    alwaysShow: true,
    answer: { kind: 'typed', text },
  };
}

function choicesOf(offers: readonly Offer[], looked: number): Choice[] {
  return offers.map(({ label, answer, entities }) => ({
    label,
    description:
      entities === undefined
        ? vscode.l10n.t('listed in the sidebar')
        : vscode.l10n.t('{0} of {1} entities looked at', entities, looked),
    answer,
  }));
}
