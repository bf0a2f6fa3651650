/**
 * What types say of the language and of the SDK, as far as a property's way through a program needs it. What is not in here has no
 * type, and nothing is told of it.
 */
export const DECLARATIONS = `
type PropertyKey = string | number | symbol;
type Partial<T> = { [P in keyof T]?: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Pick<T, K extends keyof T> = { [P in K]: T[P] };
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type Extract<T, U> = T extends U ? T : never;
type Omit<T, K extends keyof any> = Pick<T, Exclude<keyof T, K>>;
type NonNullable<T> = T & {};
type Parameters<T extends (...args: any) => any> = T extends (...args: infer P) => any ? P : never;
type ReturnType<T extends (...args: any) => any> = T extends (...args: any) => infer R ? R : any;
type Awaited<T> = T extends null | undefined ? T : T extends object & { then(onfulfilled: infer F, ...args: infer _): any }
  ? F extends (value: infer V, ...args: infer _) => any ? Awaited<V> : never : T;
interface Object { toString(): string; hasOwnProperty(name: PropertyKey): boolean }
interface Function { (...args: any[]): any; readonly name: string; readonly length: number }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments { [index: number]: any; length: number; callee: Function }
interface Boolean { valueOf(): boolean }
interface Number { toString(radix?: number): string; toFixed(digits?: number): string; valueOf(): number }
interface BigInt { toString(radix?: number): string }
interface Symbol { readonly description: string | undefined }
interface SymbolConstructor { readonly iterator: unique symbol; readonly asyncIterator: unique symbol; readonly dispose: unique symbol }
declare var Symbol: SymbolConstructor;
interface RegExp { test(text: string): boolean; exec(text: string): string[] | null }
interface TemplateStringsArray extends ReadonlyArray<string> { readonly raw: readonly string[] }
interface Date { getTime(): number; toISOString(): string; valueOf(): number }
interface DateConstructor { new (value?: any, ...more: number[]): Date; now(): number; parse(text: string): number }
declare var Date: DateConstructor;
interface Error { name: string; message: string; stack?: string }
interface String {
  readonly length: number; toString(): string; toUpperCase(): string; toLowerCase(): string; trim(): string; charAt(at: number): string;
  slice(from?: number, to?: number): string; substring(from: number, to?: number): string; split(by: any, limit?: number): string[];
  padStart(length: number, by?: string): string; padEnd(length: number, by?: string): string; repeat(count: number): string;
  replace(what: any, by: any): string; replaceAll(what: any, by: any): string; includes(what: string, from?: number): boolean;
  startsWith(what: string, from?: number): boolean; endsWith(what: string, to?: number): boolean; indexOf(what: string, from?: number): number;
  localeCompare(other: string, locales?: any, options?: any): number; concat(...others: string[]): string; charCodeAt(at: number): number;
  [index: number]: string; [Symbol.iterator](): IterableIterator<string>;
}
interface IteratorYieldResult<T> { done?: false; value: T }
interface IteratorReturnResult<T> { done: true; value: T }
type IteratorResult<T, R = any> = IteratorYieldResult<T> | IteratorReturnResult<R>;
interface Iterator<T, R = any, N = any> { next(...args: [] | [N]): IteratorResult<T, R> }
interface Iterable<T, R = any, N = any> { [Symbol.iterator](): Iterator<T, R, N> }
interface IterableIterator<T, R = any, N = any> extends Iterator<T, R, N> { [Symbol.iterator](): IterableIterator<T, R, N> }
interface IteratorObject<T, R = any, N = any> extends Iterator<T, R, N> { [Symbol.iterator](): IteratorObject<T, R, N> }
interface Generator<T = any, R = any, N = any> extends IteratorObject<T, R, N> { [Symbol.iterator](): Generator<T, R, N> }
interface AsyncIterator<T, R = any, N = any> { next(...args: [] | [N]): Promise<IteratorResult<T, R>> }
interface AsyncIterable<T, R = any, N = any> { [Symbol.asyncIterator](): AsyncIterator<T, R, N> }
interface AsyncIterableIterator<T, R = any, N = any> extends AsyncIterator<T, R, N> { [Symbol.asyncIterator](): AsyncIterableIterator<T, R, N> }
interface AsyncGenerator<T = any, R = any, N = any> extends AsyncIterator<T, R, N> { [Symbol.asyncIterator](): AsyncGenerator<T, R, N> }
interface PromiseLike<T> { then<A = T, B = never>(done?: ((value: T) => A | PromiseLike<A>) | null, failed?: ((reason: any) => B | PromiseLike<B>) | null): PromiseLike<A | B> }
interface Promise<T> {
  then<A = T, B = never>(done?: ((value: T) => A | PromiseLike<A>) | null, failed?: ((reason: any) => B | PromiseLike<B>) | null): Promise<A | B>;
  catch<B = never>(failed?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B>;
  finally(ended?: (() => void) | null): Promise<T>;
}
type PromiseSettledResult<T> = { status: 'fulfilled'; value: T } | { status: 'rejected'; reason: any };
interface PromiseConstructor {
  new <T>(run: (done: (value: T | PromiseLike<T>) => void, failed: (reason?: any) => void) => void): Promise<T>;
  all<T extends readonly unknown[] | []>(values: T): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }>;
  all<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>[]>;
  allSettled<T>(values: Iterable<T | PromiseLike<T>>): Promise<PromiseSettledResult<Awaited<T>>[]>;
  race<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>;
  any<T>(values: Iterable<T | PromiseLike<T>>): Promise<Awaited<T>>;
  resolve(): Promise<void>; resolve<T>(value: T): Promise<Awaited<T>>; reject<T = never>(reason?: any): Promise<T>;
}
declare var Promise: PromiseConstructor;
interface ConcatArray<T> { readonly length: number; readonly [n: number]: T }
interface ReadonlyArray<T> {
  readonly length: number; readonly [n: number]: T; [Symbol.iterator](): IterableIterator<T>;
  at(index: number): T | undefined; concat(...items: (T | ConcatArray<T>)[]): T[]; join(by?: string): string; slice(from?: number, to?: number): T[];
  indexOf(item: T): number; includes(item: T): boolean; every(test: (item: T, index: number) => unknown): boolean; some(test: (item: T, index: number) => unknown): boolean;
  forEach(each: (item: T, index: number, all: readonly T[]) => void): void; map<U>(each: (item: T, index: number, all: readonly T[]) => U): U[];
  filter<S extends T>(test: (item: T, index: number, all: readonly T[]) => item is S): S[]; filter(test: (item: T, index: number, all: readonly T[]) => unknown): T[];
  find<S extends T>(test: (item: T, index: number) => item is S): S | undefined; find(test: (item: T, index: number) => unknown): T | undefined;
  findLast(test: (item: T, index: number) => unknown): T | undefined; findIndex(test: (item: T, index: number) => unknown): number;
  flatMap<U>(each: (item: T, index: number) => U | readonly U[]): U[]; flat<U>(this: readonly (readonly U[])[]): U[];
  reduce(step: (sum: T, item: T, index: number) => T): T; reduce(step: (sum: T, item: T, index: number) => T, first: T): T; reduce<U>(step: (sum: U, item: T, index: number) => U, first: U): U;
  reduceRight<U>(step: (sum: U, item: T, index: number) => U, first: U): U; toSorted(order?: (a: T, b: T) => number): T[]; toReversed(): T[];
  keys(): IterableIterator<number>; values(): IterableIterator<T>; entries(): IterableIterator<[number, T]>;
}
interface Array<T> extends ReadonlyArray<T> {
  length: number; [n: number]: T; push(...items: T[]): number; pop(): T | undefined; shift(): T | undefined; unshift(...items: T[]): number;
  sort(order?: (a: T, b: T) => number): this; reverse(): T[]; splice(from: number, count?: number, ...items: T[]): T[]; fill(item: T): this;
}
interface ArrayConstructor {
  new <T>(...items: T[]): T[]; isArray(value: any): value is any[]; of<T>(...items: T[]): T[];
  from<T>(items: Iterable<T> | ConcatArray<T>): T[]; from<T, U>(items: Iterable<T> | ConcatArray<T>, each: (item: T, index: number) => U): U[];
  fromAsync<T>(items: AsyncIterable<T> | Iterable<T | PromiseLike<T>>): Promise<T[]>;
}
declare var Array: ArrayConstructor;
interface ReadonlyMap<K, V> {
  readonly size: number; get(key: K): V | undefined; has(key: K): boolean; forEach(each: (value: V, key: K) => void): void;
  keys(): IterableIterator<K>; values(): IterableIterator<V>; entries(): IterableIterator<[K, V]>; [Symbol.iterator](): IterableIterator<[K, V]>;
}
interface Map<K, V> extends ReadonlyMap<K, V> { set(key: K, value: V): this; delete(key: K): boolean; clear(): void }
interface MapConstructor { new <K = any, V = any>(items?: Iterable<readonly [K, V]> | null): Map<K, V> }
declare var Map: MapConstructor;
interface ReadonlySet<T> { readonly size: number; has(item: T): boolean; forEach(each: (item: T) => void): void; values(): IterableIterator<T>; [Symbol.iterator](): IterableIterator<T> }
interface Set<T> extends ReadonlySet<T> { add(item: T): this; delete(item: T): boolean; clear(): void }
interface SetConstructor { new <T = any>(items?: Iterable<T> | null): Set<T> }
declare var Set: SetConstructor;
interface NumberConstructor { (value?: any): number; isInteger(value: unknown): boolean; isNaN(value: unknown): boolean; isFinite(value: unknown): boolean; parseInt(text: string, radix?: number): number }
declare var Number: NumberConstructor;
interface StringConstructor { (value?: any): string }
declare var String: StringConstructor;
interface BooleanConstructor { (value?: any): boolean }
declare var Boolean: BooleanConstructor;
declare function parseInt(text: string, radix?: number): number;
declare function parseFloat(text: string): number;
declare module '@azure/data-tables' {
  export type TableEntity<T extends object = Record<string, unknown>> = T & { partitionKey: string; rowKey: string };
  export type TableEntityResult<T> = T & { etag: string; partitionKey?: string; rowKey?: string; timestamp?: string };
  export type TableEntityResultPage<T> = T[];
  export type TableClient = __TableClient;
  export const TableClient: any;
  export const TableServiceClient: any;
  export const AzureNamedKeyCredential: any;
  export const RestError: any;
  export class TableTransaction {
    actions: __Action[]; constructor(actions?: __Action[]);
    createEntity(entity: __Sent): void; deleteEntity(partitionKey: string, rowKey: string): void;
    updateEntity(entity: __Sent, ...more: any[]): void; upsertEntity(entity: __Sent, ...more: any[]): void;
  }
  export type TransactionAction = __Action;
  export function odata(texts: TemplateStringsArray, ...values: unknown[]): string;
}
interface __Sent { partitionKey: string; rowKey: string }
type __Action = readonly [string, __Sent] | readonly [string, __Sent, any] | readonly [string, __Sent, any, any];
interface __List<T> extends AsyncIterableIterator<T> { byPage(options?: any): AsyncIterableIterator<T[]> }
interface __TableClient {
  readonly url: string; readonly tableName: string; createTable(options?: any): Promise<void>; deleteTable(options?: any): Promise<void>;
  createEntity<T extends object>(entity: T & __Sent, options?: any): Promise<any>;
  deleteEntity(partitionKey: string, rowKey: string, options?: any): Promise<any>;
  getEntity<T extends object>(partitionKey: string, rowKey: string, options?: any): Promise<T & { etag: string; partitionKey?: string; rowKey?: string; timestamp?: string }>;
  listEntities<T extends object>(options?: any): __List<T & { etag: string; partitionKey?: string; rowKey?: string; timestamp?: string }>;
  updateEntity<T extends object>(entity: T & __Sent, mode?: string, options?: any): Promise<any>;
  upsertEntity<T extends object>(entity: T & __Sent, mode?: string, options?: any): Promise<any>;
  submitTransaction(actions: readonly __Action[]): Promise<any>;
}
declare function __client(client: any): __TableClient;
`;
