import type { Condition } from '../../core/shape/condition.ts';

/** What a finding says. The words may change; the id and the data are what tests and other programs rely on. */
export interface Message {
  /** Which of the rule's messages it is: `no-filter` of `table-scan`. */
  readonly messageId: string;
  /** The names and numbers in it, in the order of the message's parameters. */
  readonly data: readonly string[];
  /** What is wrong and where it bites: one sentence, localised. */
  readonly message: string;
  /** Why, and what to do: localised. */
  readonly help?: string;
  /** Of what is not always so: when it is, and the message without that. */
  readonly branch?: { readonly when: Condition; readonly said: Message };
}

/** The words of a message; what to do may be left out where the message says it. */
type Words = Pick<Message, 'message' | 'help'>;

/** The messages of a rule by their ids, each made of its data. */
type MessageTable = Readonly<Record<string, (...data: never[]) => Words>>;

/** Makes the messages of a rule: takes an id and the data that this message needs. */
export type Say<Table extends MessageTable> = <Id extends keyof Table & string>(
  id: Id,
  ...data: Parameters<Table[Id]>
) => Message;

/** Gives what makes the messages of a table. */
export function messagesOf<Table extends MessageTable>(table: Table): Say<Table> {
  return (id, ...data) => {
    const words = table[id] as (...data: Parameters<Table[typeof id]>) => Words;
    return { messageId: id, data: data.map(String), ...words(...data) };
  };
}

/** A message whose help has one more sentence, and the data of that. */
export function withHelp(said: Message, sentence: string, ...data: readonly string[]): Message {
  const help = said.help === undefined ? sentence : `${said.help} ${sentence}`;
  return { ...said, data: [...said.data, ...data], help };
}
