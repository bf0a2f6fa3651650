import type { AnswerSort, InJson } from '../../flow/entities/marks.ts';
import type { ParsedFilter } from '../../../core/odata/ast.ts';
import type { Condition } from '../../../core/shape/condition.ts';
import type { Classification } from '../../../core/shape/shape.ts';
import type { StoredType } from '../../../core/shape/stored-type.ts';
import type { FlatText, ListedAt, Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import type { ListSize } from '../../flow/values/list-size.ts';
import type { GivenTo, KeyExpression, Value } from '../../link/values/value.ts';
import type { CheckedProperty } from '../../flow/entities/reads.ts';
import type { ResultFilter, ResultStop } from '../../flow/entities/results.ts';
import type { Branch } from '../../syntax/facts/branches.ts';
import type { RunIn } from './run-in.ts';
export type { ResultCondition, ResultFilter } from '../../flow/entities/results.ts';

export type { ListSize } from '../../flow/values/list-size.ts';
export type { DateField, KeyExpression, NumberFact, Value } from '../../link/values/value.ts';

/** How sure it is that an operation is one of Azure Tables. `shape-only` gives no diagnostic. */
export type Evidence = 'proved' | 'inferred' | 'shape-only' | 'rejected';

export type WriteMethod =
  'createEntity' | 'updateEntity' | 'upsertEntity' | 'deleteEntity' | 'submitTransaction';

/**
 * `input.table` and `function.json` are table input bindings of Azure Functions; the last two are queries of the
 * retired SDK, which are listed but not analysed.
 */
export type QueryMethod =
  'listEntities' | 'input.table' | 'function.json' | 'queryEntities' | 'retrieveEntity';

/** One data-access site in the source. */
export type Operation = Query | PointRead | Write;

interface Site {
  readonly file: string;
  /** The method's name in the source. */
  readonly nameSpan: Span;
  /** The whole call, without `await`. */
  readonly callSpan: Span;
  /** The receiver's expression, as written. */
  readonly receiver: { readonly text: string; readonly span: Span };
  /**
   * The table's name, where it is a constant; of one that ends in a date that the program puts there that of the series,
   * `Audit{yyyyMMdd}`, or `Audit{…}` where it is not seen how the date is written.
   */
  readonly table?: string;
  /** The table that `.partitionlens.json` names for the client: it is the operation's where code shows none. */
  readonly declaredTable?: string;
  /**
   * What names the table where no constant does: a setting of the environment, or a text of settings and constants, `{PREFIX}Orders`. Of a
   * table that a constant names the setting in whose place that stands.
   */
  readonly tableSetting?: string;
  /** A condition decides whether it is that table, or one that a setting of the environment names. */
  readonly mayBeOther?: true;
  /** What names the account that the table is in, where that is seen. */
  readonly account?: string;
  /** The function whose callers give the table's name. */
  readonly tableGiven?: GivenTo;
  /** That function gives out the one that it stands in, as a member of an object: who calls that asks for it. */
  readonly isOfMember?: boolean;
  /** The tables that callers are seen to give, where they aren't all the same: there may be others. Or those of clients of which it is any. */
  readonly givenTables?: readonly string[];
  /** The client is a parameter of that function: whoever calls decides on the table. */
  readonly clientGiven?: GivenTo;
  /** Equal for operations on the client of one field or name, whose table is not known: see `clientKeyOf`. */
  readonly clientKey?: string;
  /** Under what name others give this operation its table, where that is not seen here. */
  readonly tableKey?: string;
  /** The file in which that is so, where it is another one. */
  readonly tableKeyFile?: string;
  readonly evidence: Evidence;
  /** A sentence for people: why the evidence is what it is. */
  readonly because: string;
  /**
   * Set where names alone speak for the evidence, and an oracle of types may know better: the offset of the
   * name whose type decides.
   */
  readonly undecided?: number;
  /** The function it stands in, by its number in the file's facts; absent in the module's own code. */
  readonly fn?: number;
  /** The loops around it within its function, outermost first. */
  readonly loops: readonly Span[];
  /** The branches it stands on within its function, outermost first. */
  readonly branches: readonly Branch[];
  /** The function around that which it is run in at once, as a step of a chain or what is handed over to be tried. */
  readonly runIn?: RunIn;
  /**
   * Where a wrapper is called instead of the SDK: the name of the SDK's method there, and what the source calls
   * the wrapper. All spans of the operation are of the wrapper's call; nothing can be said of its arguments' order.
   * `isFar`: a function of the file that it stands in calls that wrapper in turn, which is told of designs alone. `within`: the function
   * that calls the SDK, of one whose callers decide what it asks for.
   */
  readonly via?: {
    readonly place: Place;
    readonly name: string;
    readonly isFar?: true;
    readonly within?: Span;
  };
}

/** A loop, or an array's method with a callback, that runs an operation for something else in every turn. */
export interface Repetition {
  /** The loop's head; of a callback the call up to it. */
  readonly head: Span;
  /** The whole loop, or the callback. */
  readonly span: Span;
  readonly kind: 'of' | 'await-of' | 'in' | 'for' | 'while' | 'callback';
  /** What it goes through: entities that a list query gave, or anything else. */
  readonly over: 'entities' | 'others';
  /** The calls of list queries that gave all of those entities. */
  readonly lists?: readonly ListedAt[];
  /** The turns do not wait for each other. */
  readonly isParallel: boolean;
  /** What each turn starts is put into a list, to be waited for together. */
  readonly isGathered?: boolean;
  /** A function of a package starts all turns, as it is given no limit, and waits for them together. */
  readonly isUnlimited?: true;
  /** A `break` or `return` can leave the rest out. */
  readonly canEnd: boolean;
  /** One does so right after the operation, which so happens once. */
  readonly isLast: boolean;
  /** But where the operation fails, as a read does that finds nothing, the loop goes on. */
  readonly goesOnIfFailed?: boolean;
  /** What a turn asks for is made by the turns before it. */
  readonly isChained: boolean;
  /** What a turn asks for comes from the answers of the turns before it: none of them can begin earlier. */
  readonly followsAnswers: boolean;
  /** The turns are about different rows. */
  readonly isOtherRow: boolean;
  /** Each turn makes a row of its own, of nothing that it goes through, until a `break` or `return`: who looks for a free id has hardly a second. */
  readonly isDrawn?: boolean;
  /** The partition is the same in every turn, that of each element, or another one; `unknown` where code that is not seen makes it. */
  readonly partition: 'same' | 'of-element' | 'other' | 'unknown';
  /** Where the function that the operation stands in is called from the loop. */
  readonly calledAt?: Span;
  /** The name in that call. */
  readonly calledName?: Span;
  /** That function is handed over to the one that has the loop. */
  readonly isVisited?: true;
  /** Other loops that call it likewise. */
  readonly alsoIn?: readonly Repetition[];
}

/** What an operation says of the loop that runs it. */
interface Repeated {
  readonly repeated?: Repetition;
  /** Of a read how many turns there are of what repeats it. */
  readonly turns?: ListSize;
  /** How many of it are started together, where its turns do not wait for each other. */
  readonly atOnce?: ListSize;
}

/** What a read says of the entities that it asks for. */
interface Read {
  /** Where JSON is made of them. */
  readonly inJson?: readonly InJson[];
  readonly projection?: Projection;
}

export interface Query extends Site, Repeated, Read {
  readonly kind: 'query';
  readonly method: QueryMethod;
  readonly filter: QueryFilter;
  /** Where its options have a filter that is in no `queryOptions`, and so is not sent. */
  readonly strayFilter?: Place;
  /** The first argument's span, if there is an argument. */
  readonly optionsSpan?: Span;
  readonly consumption: Consumption;
}

/** What a read says of the properties that it wants. */
export interface Projection {
  /** What `select` lists; absent where nothing does. */
  readonly select?: readonly SelectedName[] | 'unknown';
  /** The properties of the entity type that the call names, where all of them are seen. */
  readonly properties?: readonly string[];
  /** Those that every entity has by that type, whether or not it has others. */
  readonly required?: readonly string[];
  /** What the SDK stores the values of a property as, where its type tells. */
  readonly typeOf?: (property: string) => StoredType | undefined;
}

export interface SelectedName {
  readonly name: string;
  /** The string that spells it out. */
  readonly place?: Place;
}

export interface PointRead extends Site, Repeated, Read {
  readonly kind: 'point-read';
  readonly method: 'getEntity';
  readonly partitionKey?: KeyExpression;
  readonly rowKey?: KeyExpression;
  /** Of `getEntity` itself; absent where the entity is not seen to be used. */
  readonly reads?: EntityReads;
}

export interface Write extends Site, Repeated {
  readonly kind: 'write';
  readonly method: WriteMethod;
  /** The keys that this write puts, as far as they are known (of a transaction: none). */
  readonly partitionKey?: KeyExpression;
  readonly rowKey?: KeyExpression;
  /** Other properties the entity is seen to have, in order. */
  readonly properties: readonly string[];
  /** It has no others. */
  readonly isWhole?: boolean;
  /** It has no others as far as the types of what is spread into it tell. */
  readonly isTyped?: boolean;
  /** Of those properties the ones that it may lack by these types. */
  readonly perhaps?: readonly string[];
  /** What it puts into the entity, the keys too, as far as that is seen. */
  readonly values: readonly PutProperty[];
  /** Of a transaction what is sent in it, where that is seen. */
  readonly actions?: readonly TransactionAction[];
  /** Of a transaction the list query whose entities give each action its PartitionKey. */
  readonly partitionsFrom?: Place;
  /** Of a transaction how many actions it has; of others unknown. */
  readonly size: ListSize;
  /** Of the call's arguments, in order. */
  readonly argumentSpans: readonly Span[];
  readonly mode?: 'Merge' | 'Replace';
  /** Whether the options bring an etag; `any` is `*`, which fits whatever is there, `unknown` where they cannot be read. */
  readonly etag: 'sent' | 'any' | 'missing' | 'unknown';
  /** An etag, or options, where the SDK does not look for them. */
  readonly misplaced?: MisplacedEtag;
  /** The read that it puts back, where it does not ask the service whether that is still so; of a transaction its actions say so. */
  readonly stale?: StaleRead;
  /** The point read all of whose entity it puts in its place again, but for what it changes. */
  readonly readRow?: ReadRow;
  /** The list query one of whose entities it changes, by the keys of that. */
  readonly listedRow?: Place;
  /** The point read all of whose entity it puts, wherever that is. */
  readonly copiedRow?: ReadRow;
  /** The list query one of whose entities it puts in its place again, all of it but for what it changes. */
  readonly readEntity?: Place;
  /** Of an upsert the read of the same row that gave nothing, where it is made for that alone. */
  readonly missing?: Place;
  /** The read of the same row of which the code asks something before it writes. */
  readonly checked?: StaleCheck;
  /** The list query whose results it deletes. */
  readonly listed?: Place;
  /** It stands in a `catch`, and so runs for the exception. */
  readonly isInCatch: boolean;
  /**
   * Nobody waits for its promise: it is a statement of its own, or `forEach`, or a statement that is a `map`, throws it away. `then`: something is done after it,
   * and nobody handles its error.
   */
  readonly unawaited?: 'statement' | 'forEach' | 'map' | 'then';
  /** The function whose callers give the whole entity, or all actions. */
  readonly given?: GivenTo;
  /** Of a call of a function of another file that is told whatever it gives: the write in that function. */
  readonly inside?: Write;
}

/** A property as a write puts it, after all that is assigned to it. */
export interface PutProperty {
  /** {@link ANY_NAME} where it is only known when the program runs. */
  readonly name: string;
  readonly value: Value;
  /** The property of the literal, or the assignment, that gives it. */
  readonly at: Place;
  /** The value in that. */
  readonly place: Place;
  /** It is assigned to the entity after this was made. */
  readonly isLate: boolean;
  /** It comes with an object that is spread into the entity. */
  readonly isSpread: boolean;
  /** On some ways on which the entity is written it is not there. */
  readonly isPerhaps?: boolean;
  /** Only the type of what brings it along says so, and the places are of that. */
  readonly isOfType: boolean;
  /** What its value is, where the service has no such type. */
  readonly structure?: Structured;
  /** It holds the content of a file, or of what was received. */
  readonly isUnbounded: boolean;
  /** The loops around the assignment of a property without a known name. */
  readonly loops: readonly Span[];
}

/** A value with parts of its own. */
export type Structured =
  /** `{ type: 'Int64', value: '1' }`: the SDK's way to name a type; absent where it is not a constant. */
  | { readonly kind: 'typed'; readonly type?: string; readonly value: Value }
  /**
   * The SDK throws. `when`: the branch on which the value is this; `isPerhaps`: on some there is none; `isPlain`: JSON holds all of it.
   */
  | {
      readonly kind: 'object' | 'array' | 'function';
      readonly when?: Condition;
      readonly isPerhaps?: boolean;
      readonly isPlain: boolean;
    };

/** One action of a transaction: `['create', entity]`. */
export interface TransactionAction {
  readonly place: Place;
  /** Where it was seen in the lists that may be sent. */
  readonly lists: readonly InList[];
  /** The list is a part of another one: not every two actions of it go together. */
  readonly isPart: boolean;
  /** Whether it has the form that the SDK takes; undefined where that is not seen. */
  readonly isTuple: boolean | undefined;
  /** `create`, `update`, `upsert` or `delete`, or what is written instead; absent where it is not known. */
  readonly kind?: string;
  /** How an update or upsert changes what is there, where it says so. */
  readonly mode?: 'Merge' | 'Replace';
  readonly partitionKey?: KeyExpression;
  readonly rowKey?: KeyExpression;
  /** The list query whose entities have that PartitionKey, and the one whose entities give the RowKey. */
  readonly partitionFrom?: Place;
  readonly rowFrom?: Place;
  /** The read that it puts back, where it does not ask the service whether that is still so. */
  readonly stale?: StaleRead;
  /** What it puts in its place again, as of a write of one entity. */
  readonly readRow?: ReadRow;
  readonly readEntity?: Place;
  readonly entityPlace?: Place;
  readonly values: readonly PutProperty[];
  /** Its entity has no others. */
  readonly isWhole?: boolean;
  /** The properties of an object that is there in place of a tuple. */
  readonly parts?: readonly PutProperty[];
  /** There may be any number like it. */
  readonly many: boolean;
}

/** An action in one of the lists that may be sent. */
export interface InList {
  readonly list: number;
  /** Which of its elements it is; of one there may be several actions, of which one is sent. */
  readonly element: number;
  /** Absent where it is always in it; else equal for what is in it under the same condition. */
  readonly when?: number;
  /** Where the list is a part of another one: equal for what is in that one under the same condition. */
  readonly cutUnder?: number;
  /** The keys that it has there, of one that is there any number of times of which each is seen. */
  readonly keys?: Pick<Write, 'partitionKey' | 'rowKey'>;
}

export interface MisplacedEtag {
  /**
   * `entity`: a property of the entity; `upsert`: in the options of an upsert; `mode`: options where the mode belongs; `given-mode`: a
   * function of another file puts them there.
   */
  readonly kind: 'entity' | 'upsert' | 'mode' | 'given-mode' | 'delete-action';
  /** The property, or the argument. */
  readonly place: Place;
  /** The value that is given for the etag. */
  readonly value?: Span;
}

/** A row that was read by its keys. */
export interface ReadRow {
  readonly place: Place;
  readonly partitionKey: Value;
  readonly rowKey: Value;
}

export type { CheckedProperty, CheckedValue } from '../../flow/entities/reads.ts';

/** A read of the row that is written, of which something was asked that decides whether it is. */
export interface StaleCheck extends Pick<StaleRead, 'place' | 'name' | 'mayBeNothing'> {
  readonly properties: readonly CheckedProperty[];
  /** It is written where there was no row, too. */
  readonly isMissingToo?: true;
}

export interface StaleRead {
  readonly place: Place;
  /** The whole entity is written back, not only properties made from it. */
  readonly isWhole: boolean;
  /** What the source calls the entity as it was read. */
  readonly name?: string;
  /** By that name there may be nothing: it is declared first and read later. */
  readonly mayBeNothing?: boolean;
  /** The entity may have been written before since it was read. */
  readonly isAgain?: true;
}

/** What is known of a query's filter. */
export type QueryFilter =
  | { readonly kind: 'none'; readonly classification: Classification }
  | {
      readonly kind: 'known';
      readonly worst: FilterAlternative;
      readonly alternatives: readonly FilterAlternative[];
      /** It may be something else that is not known: of the alternatives one reads the whole table, and nothing is worse. */
      readonly isPartial?: true;
    }
  /** Not even the outline is known; `why` is a sentence for people. */
  | {
      readonly kind: 'unknown';
      readonly why: string;
      readonly place?: Place;
      /** The function whose callers give the filter. */
      readonly given?: GivenTo;
      /** Those of the texts that it may be which are known. */
      readonly alternatives: readonly FilterAlternative[];
      /** All texts that it was seen to be, where only it isn't known when it is which: whether it ever is one of them isn't proved. */
      readonly possible?: readonly FilterAlternative[];
    };

/** One text that the filter may be. */
export interface FilterAlternative {
  readonly text: FlatText<Value>;
  /** How the text is written: decides quoting of holes, and what `unescaped-interpolation` looks at. */
  readonly form: FilterForm;
  /** The one expression that spells the text out (template with its tag, string with its quotes, whole `+`), if there is one. */
  readonly expression?: Place;
  readonly parsed: ParsedFilter;
  readonly classification: Classification;
  /** The condition under which it is this text; absent when it always is. */
  readonly when?: Condition;
  /** The condition under which its expressions have these values, where they have others under the rest of `when`. */
  readonly valuesWhen?: Condition;
  /** It only is where a list that the program goes through has no elements. */
  readonly ifEmpty?: boolean;
}

/** `absent`: on this branch no filter is given. `mixed`: put together from pieces by `+`, `join` or nested
 * templates. `keys`: not written as a text, but as the keys of a binding. */
export type FilterForm = 'odata' | 'literal' | 'template' | 'mixed' | 'keys' | 'absent';

/** What is read of the entities that a query gives. */
export interface EntityReads {
  /** Each property once. */
  readonly names: readonly string[];
  /** An entity goes where it is not followed, and with it properties that are not seen here. */
  readonly isWhole: boolean;
  /** A property that an entity may lack is counted with, or compared by order, where null is another number than what is missing. */
  readonly isCounted?: boolean;
}

/** What the code does with a query's results, as far as it is seen in the function around the call. */
export interface Consumption {
  /** Only the first entity or page is asked for: the service is not asked for more. */
  readonly firstOnly: boolean;
  /** The loop through the results, or their pages. */
  readonly loop?: Place;
  /** Tests by which the code leaves entities out that the service has sent. */
  readonly filters?: readonly ResultFilter[];
  /** Tests that ask whether a property is truthy, beside other things: of one that is no flag that says little. */
  readonly truths?: readonly ResultFilter[];
  /** Those of the functions that they come through, which are told there. */
  readonly filteredBefore?: readonly ResultFilter[];
  /** Where a part of an array of them is taken, once, and those before it are left out. */
  readonly skip?: Place;
  /** Every entity is put into an array, or counted. */
  readonly collects?: 'array' | 'count';
  /** Of those in another order only the first is used, or the first so many; `count` where it is a constant. */
  readonly firstSorted?: { readonly isOne: boolean; readonly count?: number };
  /** Of a list query itself: calls that put its entities into another order. */
  readonly sorts?: readonly AnswerSort[];
  /** Those of the functions that it comes through, which are told there. */
  readonly sortedBefore?: readonly AnswerSort[];
  /** Of a list query itself; absent where no entity is seen. */
  readonly reads?: EntityReads;
  /** Whether a size of pages is given, known or not. */
  readonly isPaged?: boolean;
  /** That size, when it is a constant. */
  readonly pageSize?: number;
  /** What `byPage` is given as the size. */
  readonly pagePlace?: Place;
  /** The size is that of `top` in the options, which looks like a limit. */
  readonly hasTop?: boolean;
  /** One page is asked for, from a token on or with one that leads further: whoever wants more asks again. */
  readonly isOnePage?: boolean;
  /** That page is the first of all, from which a token leads further. */
  readonly isFirstPage?: true;
  /** That not all results are used; `count`: how many are wanted, when it is a constant. */
  readonly limit?: ResultLimit;
  /** That of the functions that they come through. */
  readonly limitBefore?: ResultLimit;
  /** Whether what is seen are the entities, and not what a wrapper makes of them. */
  readonly ofEntities?: boolean;
  /** Those, or what the functions before made of each. */
  readonly ofEach?: boolean;
  /** Whether the function around the call gives the entities on as they are. */
  readonly returnsEntities?: boolean;
  /** Whether it gives them on, or what it makes of each. */
  readonly returnsEach?: boolean;
}

/** That not all results are used. */
export interface ResultLimit extends ResultStop {
  /** All results are read before. */
  readonly readsAll: boolean;
  /** Only whether there is any is asked, or whether there are `count`. */
  readonly isQuestion?: boolean;
}
