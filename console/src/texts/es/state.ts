/** What a state is called, and the calls that it makes, in Spanish. */
import type { state as english } from '../en/state.ts';

export const state: typeof english = {
  displayName: 'Nombre visible',
  displayNameHint: 'Cómo lo llama la gente, por ejemplo «Pedir el número de pedido»',
};
