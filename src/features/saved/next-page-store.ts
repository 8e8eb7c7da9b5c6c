/** Saves a story on pages that sign readers in, which don't load the code for saved articles. */
import { readDeviceItem, storeDeviceItem } from '../../browser/device-storage.ts'
import { noChanges, parseChanges } from './pending-changes.ts'

export const changesKey = 'saved.pending'

/** The next page saves the article as if its button had been pressed. */
export function saveOnNextPage(slug: string) {
  const changes = parseChanges(readDeviceItem(changesKey)) ?? noChanges
  storeDeviceItem(changesKey, JSON.stringify({ ...changes, [slug]: { kind: 'save' } }))
}
