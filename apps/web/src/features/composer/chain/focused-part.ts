import { toFilesAdded } from '../attachments/attachments-reducer.ts';
import type { FocusedPart } from '../editor/composer-footer.tsx';
import type { Composer } from '../editor/use-composer.ts';
import type { Part, PartChange } from './parts-reducer.ts';

/** A further part as a composer of its own. */
export function editPart(composer: Composer, part: Part) {
  const dispatch = (change: PartChange) =>
    composer.dispatch({ type: 'part-changed', id: part.id, change });
  return {
    state: { ...composer.state, ...part, topic: '' },
    dispatch,
    addFiles: (files: readonly File[], altText?: string) => dispatch(toFilesAdded(files, altText)),
    post: composer.post,
    counterId: composer.counterId,
  };
}

/** The part to which the footer applies: the first, if the focused one was removed. */
export function findFocusedPart(composer: Composer, focusedId: string | null): FocusedPart {
  const part = composer.state.parts.find(({ id }) => id === focusedId);
  return part ? { ...editPart(composer, part), isFirst: false } : { ...composer, isFirst: true };
}
