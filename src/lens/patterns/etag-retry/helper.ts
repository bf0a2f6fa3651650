import type { Helper } from '../new-module.ts';

/**
 * `retryOnConflict`, which runs a change again while others change the entity that it reads. The pauses are random, and double each time
 * from 20 ms: the service's guidance for clients that collide ("Retry general guidance", Azure Architecture Center).
 */
export function retryHelper(attempts: string): Helper {
  return {
    module: 'retry-on-conflict',
    name: 'retryOnConflict',
    mark: '412',
    typescript: `${comment(attempts, '')}export async function retryOnConflict<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      if ((statusCode !== 412 && statusCode !== 409) || attempt === ${attempts}) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}
`,
    javascript: `${comment(
      attempts,
      ` *
 * @template T
 * @param {() => Promise<T>} change
 * @returns {Promise<T>}
`,
    )}async function retryOnConflict(change) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      const { statusCode } = /** @type {{ statusCode?: number }} */ (error);
      if ((statusCode !== 412 && statusCode !== 409) || attempt === ${attempts}) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
  }
}
`,
  };
}

function comment(attempts: string, tags: string): string {
  return `/**
 * Runs a change of an entity, and runs it again after a short pause if the entity changed in the meantime
 * (412) or was created (409): up to ${attempts} times, then throws the last error. No update is lost.
 *
 * The change must read the entity itself, write it with the ETag that it read, and have no other effect.
${tags} */
`;
}
