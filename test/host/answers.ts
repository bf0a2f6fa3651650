import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** What the person of a test says, in the order in which they are asked. */
export type Answer =
  /** Picks the first item with this text in its label, description or detail. */
  | { readonly pick: string }
  /** Types this where a text is asked for; it must be taken as valid. */
  | { readonly type: string }
  /** Presses the button with this title, after something else has happened; none where it is empty. */
  | { readonly press: string; readonly after?: () => Thenable<unknown> }
  /** Presses Escape where a text is asked for. */
  | { readonly leave: 'text' };

/** The item, the text and the message that were shown for an answer. */
export interface Shown {
  readonly items: readonly vscode.QuickPickItem[];
  readonly message: string;
}

/**
 * Runs work with a person who gives these answers in place of VS Code's own windows; fails when they are asked for anything else, or not
 * for all of it. Returns what was shown to them.
 */
export async function answering(answers: readonly Answer[], work: () => Thenable<unknown>): Promise<Shown[]> {
  const left = [...answers];
  const shown: Shown[] = [];
  /** What was asked for wrongly: a command that breaks off tells it in a message, and does not reject. */
  const faults: unknown[] = [];
  const next = (kind: 'pick' | 'type' | 'press', about: string): string => {
    const answer: Partial<Record<typeof kind | 'leave', string>> | undefined = left.shift();
    const text = answer?.[kind];
    assert.ok(text !== undefined, `asked to ${kind} (${about}), the answer is ${JSON.stringify(answer)}`);
    return text;
  };
  const fakes = {
    showQuickPick: async (
      given: readonly vscode.QuickPickItem[] | Thenable<readonly vscode.QuickPickItem[]>,
    ) => {
      const items = await given;
      shown.push({ items, message: '' });
      const wanted = next('pick', items.map(({ label }) => label).join(', '));
      const picked = items.find(({ label, description = '', detail = '' }) =>
        [label, description, detail].some((text) => text.includes(wanted)),
      );
      assert.ok(picked, `no item “${wanted}” among ${JSON.stringify(items)}`);
      return picked;
    },
    showInputBox: async (options: vscode.InputBoxOptions) => {
      const { title = '', value } = options;
      shown.push({ items: [], message: value ?? '' });
      const [answer] = left;
      if (answer !== undefined && 'leave' in answer) {
        left.shift();
        return undefined;
      }
      const text = next('type', title);
      const said = await options.validateInput?.(text);
      const isRefused =
        typeof said === 'string' || said?.severity === vscode.InputBoxValidationSeverity.Error;
      assert.ok(!isRefused, `“${text}” is refused: ${JSON.stringify(said)}`);
      return text;
    },
    showWarningMessage: (message: string) => {
      shown.push({ items: [], message });
      return Promise.resolve(next('press', message) || undefined);
    },
    /** One that is not modal asks for nothing. */
    showInformationMessage: async (message: string, options?: vscode.MessageOptions | string) => {
      shown.push({ items: [], message });
      if (typeof options !== 'object' || options.modal !== true) return undefined;
      const [answer] = left;
      const pressed = next('press', message);
      if (answer !== undefined && 'after' in answer) await answer.after();
      return pressed || undefined;
    },
    showErrorMessage: (message: string) => {
      shown.push({ items: [], message });
      return Promise.resolve(undefined);
    },
  };
  const names = Object.keys(fakes);
  const real = names.map((name): [string, unknown] => [name, Reflect.get(vscode.window, name) as unknown]);
  const noting = Object.entries(fakes).map(([name, fake]) => [
    name,
    async (...asked: never[]) => {
      try {
        return await (fake as (...given: never[]) => unknown)(...asked);
      } catch (fault) {
        faults.push(fault);
        throw fault;
      }
    },
  ]);
  Object.assign(vscode.window, Object.fromEntries(noting));
  try {
    await work();
  } finally {
    Object.assign(vscode.window, Object.fromEntries(real));
  }
  if (faults.length > 0) throw faults[0];
  const messages = shown.map(({ message }) => message);
  assert.deepEqual(left, [], `nobody asked for these answers, but showed ${JSON.stringify(messages)}`);
  return shown;
}
