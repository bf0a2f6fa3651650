import type { IHeaderParams, IInnerHeaderComponent } from 'ag-grid-community';
import { visible } from '../../core/text/one-line.ts';
import { element } from './dom.ts';

interface TypedHeaderParams {
  readonly types: readonly string[];
}

/** A column's name with the types of its values beside it. */
export class TypedHeader implements IInnerHeaderComponent {
  readonly #root = element('span', { class: 'column-name' });

  init(params: IHeaderParams & TypedHeaderParams): void {
    this.#show(params);
  }

  refresh(params: IHeaderParams & TypedHeaderParams): boolean {
    this.#show(params);
    return true;
  }

  getGui(): HTMLElement {
    return this.#root;
  }

  #show({ displayName, types }: IHeaderParams & TypedHeaderParams): void {
    this.#root.replaceChildren(
      visible(displayName),
      ' ',
      element('span', { class: 'dim' }, types.join(' | ')),
    );
  }
}
