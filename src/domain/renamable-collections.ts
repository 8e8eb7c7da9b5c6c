import type { ManuscriptCollection } from './publication.ts'

/**
 * Collections whose published documents can be renamed. The others' old addresses can't be redirected: authors, for
 * example, are named by all their articles. The file is separate, so that the desk loads no schemas.
 */
export const renamableCollections = ['articles', 'pages', 'events'] as const
export type RenamableCollection = (typeof renamableCollections)[number]

export const isRenamable = (collection: ManuscriptCollection): collection is RenamableCollection =>
  renamableCollections.some((one) => one === collection)
