import * as vscode from 'vscode';
import { LENGTH, plain, plainLines } from './plain.ts';

type Severity = 'Error' | 'Warning' | 'Information';

/** Tells what went wrong; the button that was pressed, if any. */
export function showError<B extends string>(
  message: string,
  ...buttons: readonly B[]
): Promise<B | undefined> {
  return show('Error', message, {}, buttons);
}

/** Tells what may go wrong; as `showError`. */
export function showWarning<B extends string>(
  message: string,
  ...buttons: readonly B[]
): Promise<B | undefined> {
  return show('Warning', message, {}, buttons);
}

/** Tells what happened; as `showError`. */
export function showInformation<B extends string>(
  message: string,
  ...buttons: readonly B[]
): Promise<B | undefined> {
  return show('Information', message, {}, buttons);
}

/** A question that nothing goes on without; the first button is what Enter presses. */
export interface ModalQuestion<B extends string> {
  readonly severity: 'Warning' | 'Information';
  readonly message: string;
  /** Paragraphs. */
  readonly detail: readonly string[];
  readonly buttons: readonly B[];
}

/** Asks before all else; undefined when the person leaves it. */
export function askModally<B extends string>(question: ModalQuestion<B>): Promise<B | undefined> {
  const { severity, message, detail, buttons } = question;
  return show(
    severity,
    message,
    { modal: true, detail: plainLines(detail).replaceAll('\n', '\n\n') },
    buttons,
  );
}

async function show<B extends string>(
  severity: Severity,
  message: string,
  options: vscode.MessageOptions,
  buttons: readonly B[],
): Promise<B | undefined> {
  const titles = buttons.map((button) => plain(button, LENGTH.label));
  const shown = vscode.window[`show${severity}Message`];
  const pressed = await shown(plain(message, LENGTH.message), options, ...titles);
  return pressed === undefined ? undefined : buttons[titles.indexOf(pressed)];
}
