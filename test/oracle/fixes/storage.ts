import { Readable } from 'node:stream';
import { randomUUID } from 'node:crypto';

/** What the packages of blobs and queues export, as far as patterns use it: an account in memory, for one run. */
export interface Storage {
  readonly blobs: Readonly<Record<string, unknown>>;
  readonly queues: Readonly<Record<string, unknown>>;
}

interface Blob {
  readonly contentType: string;
  readonly content: Buffer;
}

/** Blocks that an append blob takes, fewer than those of the service. */
const MOST_BLOCKS = 3;

export function startStorage(): Storage {
  return { blobs: { ContainerClient: containersOf() }, queues: { QueueClient: queuesOf() } };
}

/** An error as the SDK throws it. */
function refusal(statusCode: number, code: string): Error {
  return Object.assign(new Error(code), { name: 'RestError', statusCode, code });
}

function containersOf(): unknown {
  const containers = new Map<string, Map<string, Blob & { blocks: number }>>();
  return class ContainerClient {
    readonly #name: string;

    constructor(_connection: string, name: string) {
      this.#name = name;
    }

    #blobs(): Map<string, Blob & { blocks: number }> {
      const found = containers.get(this.#name);
      if (found === undefined) throw refusal(404, 'ContainerNotFound');
      return found;
    }

    #read(name: string): Blob {
      const found = this.#blobs().get(name);
      if (found === undefined) throw refusal(404, 'BlobNotFound');
      return found;
    }

    async createIfNotExists(): Promise<void> {
      await Promise.resolve();
      if (!containers.has(this.#name)) containers.set(this.#name, new Map());
    }

    async deleteBlob(name: string): Promise<void> {
      await Promise.resolve();
      this.#read(name);
      this.#blobs().delete(name);
    }

    async *listBlobsFlat({ prefix }: { readonly prefix: string }): AsyncGenerator<{ name: string }> {
      await Promise.resolve();
      const names = [...this.#blobs().keys()].filter((name) => name.startsWith(prefix)).sort();
      for (const name of names) yield { name };
    }

    getBlobClient(name: string): object {
      return {
        download: async () => {
          await Promise.resolve();
          const { content, contentType } = this.#read(name);
          return { contentType, readableStreamBody: Readable.from([content]) };
        },
        downloadToBuffer: async () => {
          await Promise.resolve();
          return this.#read(name).content;
        },
      };
    }

    getBlockBlobClient(name: string): object {
      return {
        uploadData: async (
          content: Uint8Array,
          options: { readonly blobHTTPHeaders: { readonly blobContentType: string } },
        ) => {
          await Promise.resolve();
          const contentType = options.blobHTTPHeaders.blobContentType;
          this.#blobs().set(name, { content: Buffer.from(content), contentType, blocks: 0 });
        },
      };
    }

    getAppendBlobClient(name: string): object {
      return {
        createIfNotExists: async () => {
          await Promise.resolve();
          const empty = { content: Buffer.alloc(0), contentType: 'application/octet-stream', blocks: 0 };
          if (!this.#blobs().has(name)) this.#blobs().set(name, empty);
        },
        appendBlock: async (text: string, length: number) => {
          await Promise.resolve();
          const before = this.#read(name);
          const blocks = (this.#blobs().get(name)?.blocks ?? 0) + 1;
          if (blocks > MOST_BLOCKS) throw refusal(409, 'BlockCountExceedsLimit');
          const content = Buffer.concat([before.content, Buffer.from(text).subarray(0, length)]);
          this.#blobs().set(name, { ...before, content, blocks });
        },
      };
    }
  };
}

function queuesOf(): unknown {
  const queues = new Map<string, Map<string, string>>();
  return class QueueClient {
    readonly #name: string;

    constructor(_connection: string, name: string) {
      this.#name = name;
    }

    #messages(): Map<string, string> {
      const found = queues.get(this.#name);
      if (found === undefined) throw refusal(404, 'QueueNotFound');
      return found;
    }

    async createIfNotExists(): Promise<void> {
      await Promise.resolve();
      if (!queues.has(this.#name)) queues.set(this.#name, new Map());
    }

    async sendMessage(text: string): Promise<{ messageId: string; popReceipt: string }> {
      await Promise.resolve();
      const messageId = randomUUID();
      this.#messages().set(messageId, text);
      return { messageId, popReceipt: 'receipt' };
    }

    async deleteMessage(id: string): Promise<void> {
      await Promise.resolve();
      if (!this.#messages().delete(id)) throw refusal(404, 'MessageNotFound');
    }
  };
}
